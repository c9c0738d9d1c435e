import { readFileSync } from "node:fs";

const rates = [
  ...readFileSync("lib/ledger/fx-snapshot.sql", "utf8").matchAll(/\('([A-Z]{3})', ([\d.]+)\)/g),
].map(([, currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`);

/** The bundled rates in the bank's format, plus a discontinued currency. */
export const FEED = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='2024-06-28'>
			${[...rates, "<Cube currency='BGN' rate='1.9558'/>"].join("\n\t\t\t")}
		</Cube>
	</Cube>
</gesmes:Envelope>`;
