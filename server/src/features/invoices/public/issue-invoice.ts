import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Config } from '../../../config/index.ts'
import { movesMoney } from '../../../config/payments.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { assignNumber } from '../assign-number.ts'
import { splitGst } from '../gst-split.ts'

/** The settings that an invoice depends on. */
export type InvoiceSettings = Pick<Config, 'invoices' | 'gateway'>

/** The sale and the current data of its buyer. */
interface Sale {
  user_id: string
  gateway_payment_id: string
  amount_paise: number
  plan_name: string | null
  lead_quota: number | null
  validity_days: number | null
  name: string
  company_name: string
  billing_address: string | null
  city: string | null
  email: string
  phone: string | null
  gstin: string | null
  billing_state: string | null
}

/**
 * Issues the tax invoice of a payment in the transaction that captures it: exactly one, of exactly its amount, with the
 * current seller and buyer. The number is the last lock of that transaction and is released if it rolls back. The
 * database rejects a second invoice of a payment.
 *
 * The place of supply is the buyer's state if it is known, else the seller's (IGST Act, section 12(2)(b)).
 * @param at time of issue; the database's current time by default
 * @returns the invoice's id
 */
export async function issueInvoice(
  tx: Transaction,
  { invoices: { seller, sac }, gateway }: InvoiceSettings,
  { paymentId, at }: { paymentId: string; at?: Date },
): Promise<string> {
  const sale = await readSale(tx, paymentId)
  const sellerState = seller.gstin.slice(0, 2)
  const buyerState = sale.gstin?.slice(0, 2) ?? sale.billing_state
  const placeOfSupply = buyerState ?? sellerState
  const split = splitGst(sale.amount_paise, placeOfSupply === sellerState)
  const isTest = !movesMoney(gateway)
  const id = uuidv7(at ? { msecs: at.getTime() } : undefined)
  await tx
    .insertInto('invoices')
    .values({
      id,
      kind: 'invoice',
      ...(await assignNumber(tx, { kind: 'invoice', isTest, at })),
      payment_id: paymentId,
      user_id: sale.user_id,
      invoice_id: null,
      is_test: isTest,
      gateway_payment_id: sale.gateway_payment_id,
      seller_name: seller.name,
      seller_address: seller.address,
      seller_gstin: seller.gstin,
      buyer_name: sale.name,
      buyer_company: sale.company_name,
      buyer_address: sale.billing_address,
      buyer_city: sale.city,
      buyer_email: sale.email,
      buyer_phone: sale.phone,
      buyer_gstin: sale.gstin,
      buyer_state: buyerState,
      place_of_supply: placeOfSupply,
      sac,
      description: descriptionOf(sale),
      taxable_paise: split.taxablePaise,
      cgst_paise: split.cgstPaise,
      sgst_paise: split.sgstPaise,
      igst_paise: split.igstPaise,
      total_paise: sale.amount_paise,
    })
    .execute()
  return id
}

/** @throws Error if the payment was not captured: only captured payments are invoiced */
async function readSale(tx: Transaction, paymentId: string): Promise<Sale> {
  const { rows } = await sql<Sale>`
    select p.user_id, p.gateway_payment_id, p.amount_paise,
      coalesce(o.plan_name, p.plan_name) as plan_name, o.lead_quota, o.validity_days,
      owner.name, u.company_name, u.billing_address, u.city, owner.email, owner.phone, u.gstin, u.billing_state
    from payments p join users u on u.id = p.user_id join agency_owners owner on owner.id = u.id left join orders o on o.id = p.order_id
    where p.id = ${paymentId} and p.status <> 'failed'`.execute(tx)
  const [sale] = rows
  if (!sale) throw new Error(`payment ${paymentId} was not captured and has no invoice`)
  return sale
}

/** The item that was ordered, with its terms. */
function descriptionOf({ plan_name, lead_quota, validity_days }: Sale): string {
  if (plan_name === null) return 'Wallet top-up for buying leads'
  if (lead_quota === null || validity_days === null) return `Plan ${plan_name}`
  return `Plan ${plan_name}: ${counted(lead_quota, 'lead')}, ${counted(validity_days, 'day')}`
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
