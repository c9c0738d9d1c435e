import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Preview } from "@react-email/preview";
import { render } from "@react-email/render";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { type CSSProperties, Fragment } from "react";
import { textsOf } from "@/lib/base/i18n/texts";
import { phoneUrl } from "@/lib/base/text";
import { inkOn, isPale } from "@/lib/domain/stores/brand-color";
import type { MailContent, MailSender, MailTable } from "./mail-content";

// The light colors of app/globals.css: email clients support neither CSS variables nor light-dark().
const INK_COLOR = "#1f1c18";
const MUTED_COLOR = "#5f594f";
const LINE_COLOR = "#e4e0d9";
const ACCENT_COLOR = "#12573d";

const STYLES = {
  body: { backgroundColor: "#faf9f7", margin: 0, padding: "32px 12px", fontFamily: "sans-serif" },
  sheet: {
    backgroundColor: "#ffffff",
    border: `1px solid ${LINE_COLOR}`,
    borderRadius: "14px",
    maxWidth: "520px",
    padding: "28px 32px",
    // Else a long URL makes the email wider than a phone.
    wordBreak: "break-word",
  },
  logo: { display: "block", maxHeight: "56px", maxWidth: "240px", margin: "0 0 24px" },
  brand: { color: INK_COLOR, fontSize: "16px", fontWeight: 600, margin: "0 0 24px" },
  banner: { borderCollapse: "separate", borderRadius: "14px", margin: "0 0 24px", width: "100%" },
  bannerWords: { fontSize: "20px", lineHeight: "28px", fontWeight: 600, padding: "0 0 0 18px" },
  bannerPicture: { fontSize: 0, verticalAlign: "bottom", width: "42%" },
  picture: { display: "block", height: "auto", width: "100%" },
  heading: {
    color: INK_COLOR,
    fontSize: "22px",
    lineHeight: "30px",
    fontWeight: 600,
    margin: "0 0 16px",
  },
  text: { color: INK_COLOR, fontSize: "15px", lineHeight: "24px", margin: "0 0 16px" },
  code: {
    color: INK_COLOR,
    fontFamily: "monospace",
    fontSize: "32px",
    fontWeight: 600,
    letterSpacing: "6px",
    lineHeight: "40px",
    margin: "0 0 16px",
  },
  card: { backgroundColor: "#0d4631", borderRadius: "14px", margin: "8px 0 24px", padding: "20px" },
  store: { color: "#ffffff", fontSize: "16px", fontWeight: 600, margin: 0 },
  amount: { color: "#ffffff", fontSize: "28px", lineHeight: "36px", margin: "24px 0 0" },
  table: { borderCollapse: "collapse", margin: "0 0 24px", width: "100%" },
  caption: { color: MUTED_COLOR, fontSize: "13px", lineHeight: "20px", textAlign: "left" },
  label: {
    borderTop: `1px solid ${LINE_COLOR}`,
    color: INK_COLOR,
    fontSize: "15px",
    fontWeight: 400,
    lineHeight: "24px",
    padding: "8px 0",
    textAlign: "left",
    verticalAlign: "top",
  },
  figure: {
    borderTop: `1px solid ${LINE_COLOR}`,
    color: INK_COLOR,
    fontSize: "15px",
    lineHeight: "24px",
    padding: "8px 0",
    textAlign: "right",
  },
  change: { color: MUTED_COLOR, fontSize: "13px", lineHeight: "18px" },
  quote: {
    borderLeft: `3px solid ${ACCENT_COLOR}`,
    color: INK_COLOR,
    fontSize: "15px",
    lineHeight: "24px",
    margin: "0 0 24px",
    padding: "2px 0 2px 14px",
    whiteSpace: "pre-line",
  },
  quoted: { color: MUTED_COLOR, fontSize: "13px", lineHeight: "20px", margin: "0 0 4px" },
  button: {
    backgroundColor: ACCENT_COLOR,
    borderRadius: "8px",
    color: "#ffffff",
    fontSize: "15px",
    fontWeight: 600,
    padding: "13px 22px",
    textDecoration: "none",
  },
  action: { margin: "8px 0 24px" },
  rule: { borderColor: LINE_COLOR, margin: "8px 0 16px" },
  small: { color: MUTED_COLOR, fontSize: "13px", lineHeight: "20px", margin: "0 0 8px" },
  link: { color: MUTED_COLOR, textDecoration: "underline" },
  address: { color: MUTED_COLOR, fontSize: "12px", lineHeight: "18px", wordBreak: "break-all" },
} satisfies Record<string, CSSProperties>;

/** Renders an email as HTML that loads nothing but the store's logo and a gift's picture, both from this instance. */
export const htmlOf = (words: MailContent): Promise<string> => render(<MailLayout {...words} />);

const MailLayout = ({
  locale,
  subject,
  banner,
  paragraphs,
  code,
  card,
  tables = [],
  quote,
  action,
  closing = [],
  sender,
  unsubscribe,
}: MailContent) => (
  <Html lang={locale}>
    <Head>
      <title>{subject}</title>
      <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
    </Head>
    <Preview>{paragraphs[0] ?? subject}</Preview>
    <Body style={STYLES.body}>
      <Container style={STYLES.sheet}>
        <MailBrand sender={sender} />
        {banner && <MailBanner {...banner} />}
        <Heading style={STYLES.heading}>{subject}</Heading>
        {paragraphs.map((paragraph) => (
          <Text key={paragraph} style={STYLES.text}>
            {paragraph}
          </Text>
        ))}
        {code && (
          <>
            <Text style={STYLES.code}>{code.digits}</Text>
            <Text style={STYLES.text}>{code.after}</Text>
          </>
        )}
        {card && (
          <Section style={{ ...STYLES.card, ...branded(sender) }}>
            <Text style={{ ...STYLES.store, ...inked(sender) }}>{card.storeName}</Text>
            {card.amount && (
              <Text style={{ ...STYLES.amount, ...inked(sender) }}>{card.amount}</Text>
            )}
          </Section>
        )}
        {tables.map((table) => (
          <Figures key={table.caption} {...table} />
        ))}
        {quote && <MailQuote locale={locale} {...quote} />}
        {action && <MailButton {...action} sender={sender} />}
        {(closing.length > 0 || unsubscribe) && <Hr style={STYLES.rule} />}
        {closing.map((paragraph) => (
          <Text key={paragraph} style={STYLES.small}>
            {paragraph}
          </Text>
        ))}
        {sender && <MailContact locale={locale} sender={sender} />}
        {unsubscribe && (
          <Text style={STYLES.small}>
            <a href={unsubscribe.page} style={STYLES.link}>
              {textsOf(locale, "emails")("unsubscribe", { store: unsubscribe.storeName })}
            </a>
          </Text>
        )}
      </Container>
    </Body>
  </Html>
);

type Banner = NonNullable<MailContent["banner"]>;

const MailBanner = ({ words, picture, color, ink }: Banner) => (
  <table role="presentation" cellSpacing={0} style={{ ...STYLES.banner, backgroundColor: color }}>
    <tbody>
      <tr>
        <td style={{ ...STYLES.bannerWords, color: ink }}>{words}</td>
        <td style={STYLES.bannerPicture}>
          <img src={picture} alt="" width={190} style={STYLES.picture} />
        </td>
      </tr>
    </tbody>
  </table>
);

const Figures = ({ caption, rows }: MailTable) => (
  <table style={STYLES.table}>
    <caption style={STYLES.caption}>{caption}</caption>
    <tbody>
      {rows.map(({ label, amount, change }) => (
        <tr key={label}>
          <th scope="row" style={STYLES.label}>
            {label}
          </th>
          <td style={STYLES.figure}>
            {amount}
            {change && <div style={STYLES.change}>{change}</div>}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const MailQuote = ({ locale, from, text }: { locale: string; from: string; text: string }) => (
  <Section>
    <Text style={STYLES.quoted}>{textsOf(locale, "emails")("messageFrom", { name: from })}</Text>
    <Text style={STYLES.quote}>{text}</Text>
  </Section>
);

type Sent = { sender: MailSender | undefined };

/** The store's color, if it has one. A pale one gets an outline, because emails are white. */
function branded(sender: MailSender | undefined): CSSProperties {
  const color = sender?.brandColor;
  if (!color) return {};
  const outline = isPale(color) ? { border: `1px solid ${MUTED_COLOR}` } : {};
  return { backgroundColor: color, ...outline };
}

/** The text color on the store's color. */
const inked = (sender: MailSender | undefined): CSSProperties =>
  sender?.brandColor ? { color: inkOn(sender.brandColor) } : {};

function MailBrand({ sender }: Sent) {
  if (!sender) return <Text style={STYLES.brand}>Scrip</Text>;
  if (!sender.logoUrl) return <Text style={STYLES.brand}>{sender.name}</Text>;
  return <img src={sender.logoUrl} alt={sender.name} style={STYLES.logo} />;
}

function MailContact({ locale, sender }: { locale: string; sender: MailSender }) {
  const t = textsOf(locale, "emails");
  const { name, supportEmail, supportPhone, termsUrl } = sender;
  const contacts = [
    ...(supportEmail ? [{ text: supportEmail, href: `mailto:${supportEmail}` }] : []),
    ...(supportPhone ? [{ text: supportPhone, href: phoneUrl(supportPhone) }] : []),
  ];
  return (
    <>
      {contacts.length > 0 && (
        <Text style={STYLES.small}>
          {t("contact", { store: name })}
          {contacts.map(({ text, href }) => (
            <Fragment key={href}>
              {" "}
              <a href={href} style={STYLES.link}>
                {text}
              </a>
            </Fragment>
          ))}
        </Text>
      )}
      {termsUrl && (
        <Text style={STYLES.small}>
          <a href={termsUrl} style={STYLES.link}>
            {t("terms")}
          </a>
        </Text>
      )}
    </>
  );
}

type Action = NonNullable<MailContent["action"]>;

const MailButton = ({ label, link, sender }: Action & Sent) => (
  <Section style={STYLES.action}>
    <Button href={link} style={{ ...STYLES.button, ...branded(sender), ...inked(sender) }}>
      {label}
    </Button>
    <Text style={STYLES.address}>{link}</Text>
  </Section>
);
