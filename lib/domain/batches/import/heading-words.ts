import type { ColumnName } from "./columns";

/** What a text lists between commas. */
const list = (text: string): string[] => text.split(",").map((one) => one.trim());

/**
 * The headings that other systems use for each column in English, German, French, Spanish and Italian, likeliest first:
 * in lower case, without accents, dots, dashes and apostrophes.
 */
export const COLUMN_HEADINGS: Record<ColumnName, string[]> = {
  code: list(`
    code, card code, gift card code, card number, gift card number, gift card, voucher code,
    voucher number, coupon code, certificate number, serial number, card no, card #, card id,
    barcode, number, gutscheincode, gutschein code, gutscheinnummer, gutschein nummer, gutschein nr,
    kartennummer, karten nr, kartencode, geschenkkarte, nummer, code cadeau, code carte cadeau,
    code de la carte, numero de carte, n° de carte, numero de la carte, carte cadeau, code du bon,
    numero, codigo, codigo de tarjeta, codigo de la tarjeta, codigo de regalo, numero de tarjeta,
    numero de la tarjeta, tarjeta regalo, codice, codice carta, codice carta regalo, codice buono,
    numero carta, numero della carta, carta regalo
  `),
  balance: list(`
    balance, remaining balance, current balance, available balance, card balance,
    outstanding balance, remaining value, current value, remaining amount, remaining, current,
    amount, value, guthaben, restguthaben, aktuelles guthaben, kartenguthaben, restwert, restbetrag,
    verbleibender betrag, kontostand, betrag, wert, solde, solde restant, solde actuel,
    solde disponible, montant restant, valeur restante, montant, valeur, saldo, saldo restante,
    saldo actual, saldo disponible, importe restante, valor restante, importe, monto, valor,
    saldo residuo, saldo attuale, saldo disponibile, credito residuo, importo residuo,
    valore residuo, residuo, importo, valore
  `),
  currency: list(`
    currency, currency code, wahrung, devise, moneda, divisa, valuta, codigo de moneda,
    codice valuta, code devise
  `),
  expiry: list(`
    expiry, expires, expires on, expires at, expiry date, expiration, expiration date, expire date,
    valid until, valid through, valid to, gultig bis, lauft ab, lauft ab am, ablaufdatum, ablauf,
    verfallsdatum, date d expiration, expire le, valable jusqu au, date de fin de validite,
    caducidad, fecha de caducidad, fecha de vencimiento, vencimiento, valido hasta, scadenza,
    data di scadenza, data scadenza, valido fino al, scade il
  `),
  email: list(`
    email, e mail, email address, e mail address, customer email, recipient email, owner email,
    e mail adresse, emailadresse, kunden e mail, e mail kunde, empfanger e mail, courriel,
    adresse e mail, adresse email, e mail du client, email client, correo, correo electronico,
    email del cliente, correo del cliente, posta elettronica, indirizzo email, indirizzo e mail,
    email cliente
  `),
  note: list(`
    note, notes, comment, comments, memo, notiz, notizen, bemerkung, bemerkungen, kommentar,
    anmerkung, remarque, remarques, commentaire, commentaires, nota, notas, comentario, comentarios,
    observaciones, commento, commenti, annotazioni
  `),
  pin: list(`
    pin, pin code, pin number, card pin, security code, scratch code, geheimzahl, sicherheitscode,
    code pin, code secret, codigo pin, codice pin
  `),
};

/** Headings of the customer, which some systems use for the email and others for the name. */
export const CUSTOMER_HEADINGS = list(`
  customer, owner, recipient, client, holder, purchaser, kunde, kundin, empfanger, inhaber,
  destinataire, titulaire, cliente, destinatario, titular, titolare, intestatario
`);

/** What headings above amounts have, whether of the balance, of the original amount or of what was spent. */
export const AMOUNT_WORDS = new RegExp(
  list(String.raw`
    balance, amount, value, initial, original, current, remaining, issued, loaded, used, spent,
    redeemed, total, price, credit, nominal, \bface\b, guthaben, betrag, wert\b, \brest\b, offen,
    eingelost, verbraucht, preis, solde, montant, valeur, \breste\b, utilise, depense, prix, saldo,
    importe\b, valor, monto, restante, gastado, usado, canjeado, precio, importo\b, residuo,
    iniziale, speso, utilizzato, prezzo
  `).join("|"),
);
