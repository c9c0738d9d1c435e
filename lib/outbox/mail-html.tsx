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
import type { CSSProperties } from "react";
import { textsOf } from "../i18n/texts";
import type { MailTable } from "./monthly-report-words";
import type { MailContent } from "./templates";

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
  },
  brand: { color: INK_COLOR, fontSize: "16px", fontWeight: 600, margin: "0 0 24px" },
  heading: {
    color: INK_COLOR,
    fontSize: "22px",
    lineHeight: "30px",
    fontWeight: 600,
    margin: "0 0 16px",
  },
  text: { color: INK_COLOR, fontSize: "15px", lineHeight: "24px", margin: "0 0 16px" },
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
  unsubscribe: { color: MUTED_COLOR, textDecoration: "underline" },
  address: { color: MUTED_COLOR, fontSize: "12px", lineHeight: "18px", wordBreak: "break-all" },
} satisfies Record<string, CSSProperties>;

/** Renders an email as HTML that loads nothing from the network. */
export const htmlOf = (words: MailContent): Promise<string> => render(<MailLayout {...words} />);

const MailLayout = ({
  locale,
  subject,
  paragraphs,
  card,
  tables = [],
  quote,
  action,
  closing = [],
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
        <Text style={STYLES.brand}>Scrip</Text>
        <Heading style={STYLES.heading}>{subject}</Heading>
        {paragraphs.map((paragraph) => (
          <Text key={paragraph} style={STYLES.text}>
            {paragraph}
          </Text>
        ))}
        {card && (
          <Section style={STYLES.card}>
            <Text style={STYLES.store}>{card.storeName}</Text>
            {card.amount && <Text style={STYLES.amount}>{card.amount}</Text>}
          </Section>
        )}
        {tables.map((table) => (
          <Figures key={table.caption} {...table} />
        ))}
        {quote && <MailQuote locale={locale} {...quote} />}
        {action && <MailButton {...action} />}
        {(closing.length > 0 || unsubscribe) && <Hr style={STYLES.rule} />}
        {closing.map((paragraph) => (
          <Text key={paragraph} style={STYLES.small}>
            {paragraph}
          </Text>
        ))}
        {unsubscribe && (
          <Text style={STYLES.small}>
            <a href={unsubscribe.page} style={STYLES.unsubscribe}>
              {textsOf(locale, "emails")("unsubscribe", { store: unsubscribe.storeName })}
            </a>
          </Text>
        )}
      </Container>
    </Body>
  </Html>
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

const MailButton = ({ label, link }: { label: string; link: string }) => (
  <Section style={STYLES.action}>
    <Button href={link} style={STYLES.button}>
      {label}
    </Button>
    <Text style={STYLES.address}>{link}</Text>
  </Section>
);
