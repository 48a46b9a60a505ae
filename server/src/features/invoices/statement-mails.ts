import { formatMonth, formatPaise } from '@raahi/contract/formats'
import { operatorRecipient } from '../../platform/mail/address-mail.ts'
import type { MailDraft } from '../../platform/mail/mail.ts'
import { type Statement, type SummaryRow, totalLabels } from './sum-statement.ts'

/** The statement of a month for the accountant, whose workbook is attached. */
export function statementMail(
  email: string,
  { month, statement, publicUrl }: { month: string; statement: Statement; publicUrl: string },
): MailDraft {
  const { summary, documents } = statement
  const totals = summary.filter(({ place_of_supply }) => place_of_supply === null)
  const tests = totals.filter(({ is_test }) => is_test).find(isNet)
  const name = formatMonth(month)
  return {
    to: operatorRecipient(email),
    subject: `GST statement of ${name}`,
    heading: `GST statement of ${name}`,
    paragraphs: [
      totals.length === 0
        ? `No invoice and no credit note was issued in ${name}. The attached workbook is empty.`
        : 'The attached workbook has the amounts by section of GSTR-1, place of supply and rate, each invoice and credit note, the amounts by SAC, and the numbers that were used.',
      ...(documents
        ? []
        : [
            'There are too many documents for one workbook. An admin can download them as CSV from the invoices.',
          ]),
    ],
    facts: [
      ...totals.filter(({ is_test }) => !is_test).flatMap(factsOf),
      ...(tests ? [['Test documents, not for the return', String(tests.documents)] as const] : []),
    ],
    action: { label: 'Invoices', url: `${publicUrl}/dashboard/invoices` },
    note: 'You are getting this email because an admin of Raahi entered this address in Settings. The button needs the login of an admin.',
  }
}

const isNet = ({ label }: SummaryRow) => label === totalLabels.net

function factsOf(row: SummaryRow): [string, string][] {
  if (!isNet(row)) return [[`${row.label} (${row.documents})`, formatPaise(row.total_paise)]]
  return [
    [`${row.label}, GSTIN ${row.seller_gstin}`, formatPaise(row.total_paise)],
    ['Taxable value', formatPaise(row.taxable_paise)],
    ['CGST', formatPaise(row.cgst_paise)],
    ['SGST', formatPaise(row.sgst_paise)],
    ['IGST', formatPaise(row.igst_paise)],
  ]
}
