import { formatPhone } from '@raahi/contract/formats'
import { footOf, gstPercent, gstTaxes, type Invoice, totalLabel } from '@raahi/contract/invoices'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BrandMark } from '../../ui/brand.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Money } from '../../ui/money.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import classes from './invoice-document.module.css'
import { invoiceKindTitles, invoicePath } from './public/invoice-labels.ts'

/** The document with the content of its PDF: seller, buyer, items and tax. */
export function InvoiceDocument({ invoice }: { invoice: Invoice }) {
  return (
    <article
      className={classes.document}
      aria-label={`${invoiceKindTitles[invoice.kind]} ${invoice.number}`}
    >
      <Head invoice={invoice} />
      <div className={classes.parties}>
        <Buyer invoice={invoice} />
        <Facts invoice={invoice} />
      </div>
      <table className={classes.items}>
        <caption className={hidden.hidden}>What was paid for</caption>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col">SAC</th>
            <th scope="col" className={classes.amount}>
              GST
            </th>
            <th scope="col" className={classes.amount}>
              Taxable value
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{invoice.description}</th>
            <td className="figures">
              <span className={classes.narrowLabel}>SAC</span> {invoice.sac}
            </td>
            <td className={`${classes.amount} figures`}>
              <span className={classes.narrowLabel}>GST</span> {gstPercent}%
            </td>
            <td className={classes.amount}>
              <Money exact rupees={invoice.taxable} />
            </td>
          </tr>
        </tbody>
      </table>
      <Sums invoice={invoice} />
      <p className={classes.foot}>{footOf(invoice)}</p>
    </article>
  )
}

function Head({ invoice }: { invoice: Invoice }) {
  const { seller, kind, isTest } = invoice
  return (
    <header className={classes.head}>
      <div className={classes.seller}>
        <BrandMark size={44} />
        <div className={classes.lines}>
          <strong className={classes.name}>{seller.name}</strong>
          {seller.address && <span className={classes.address}>{seller.address}</span>}
          <span className="figures">GSTIN {seller.gstin}</span>
          <span className={classes.quiet}>
            {seller.stateName} ({seller.stateCode})
          </span>
        </div>
      </div>
      <div className={classes.title}>
        <h2 className={classes.kind}>{invoiceKindTitles[kind]}</h2>
        <strong className={`${classes.number} figures`}>{invoice.number}</strong>
        <span>
          Date <DateTime value={invoice.issuedAt} dateOnly />
        </span>
        {isTest && <span className={classes.test}>TEST – no money moved</span>}
      </div>
    </header>
  )
}

function Buyer({ invoice: { buyer } }: { invoice: Invoice }) {
  return (
    <section className={classes.lines} aria-label="Billed to">
      <h3 className={classes.label}>Billed to</h3>
      <bdi className={classes.name}>{buyer.companyName}</bdi>
      <bdi>{buyer.name}</bdi>
      {buyer.address && (
        <bdi className={`${classes.quiet} ${classes.address}`}>{buyer.address}</bdi>
      )}
      {(buyer.city || buyer.stateName) && (
        <span className={classes.quiet}>
          {[buyer.city, buyer.stateName && `${buyer.stateName} (${buyer.stateCode})`]
            .filter(Boolean)
            .join(', ')}
        </span>
      )}
      {buyer.gstin && <span className="figures">GSTIN {buyer.gstin}</span>}
      <span className={classes.quiet}>{buyer.email}</span>
      {buyer.phone && (
        <span className={`${classes.quiet} figures`}>{formatPhone(buyer.phone)}</span>
      )}
    </section>
  )
}

function Facts({ invoice }: { invoice: Invoice }) {
  const { credited, creditCause, creditNotes, total, replaces, replacedBy } = invoice
  return (
    <dl className={classes.facts}>
      <Fact label="Place of supply">
        {invoice.placeOfSupply} ({invoice.placeOfSupplyCode})
      </Fact>
      <Fact label={creditCause === 'refund' ? 'Refunded online' : 'Paid online'}>
        <span className="figures">{invoice.paymentId}</span>
      </Fact>
      <Fact label="Tax payable on reverse charge">No</Fact>
      {credited && (
        <Fact label="Against invoice">
          <Reference document={credited} />
        </Fact>
      )}
      {creditNotes.length > 0 && (
        <Fact
          label={
            creditNotes[0]?.total === total ? 'Reversed by credit note' : 'Credited in part by'
          }
        >
          {creditNotes.map((note) => (
            <div key={note._id}>
              <Reference document={note} />
              {note.total !== total && (
                <>
                  : <Money exact rupees={note.total} />
                </>
              )}
            </div>
          ))}
        </Fact>
      )}
      {replaces && (
        <Fact label="Replaces invoice">
          <Reference document={replaces} />
        </Fact>
      )}
      {replacedBy && (
        <Fact label="Replaced by invoice">
          <Reference document={replacedBy} />
        </Fact>
      )}
    </dl>
  )
}

/** A link to another document, with its date. */
function Reference({
  document: { _id, number, issuedAt },
}: {
  document: Invoice['creditNotes'][number]
}) {
  return (
    <>
      <Link to={invoicePath(_id)} className={classes.link}>
        {number}
      </Link>{' '}
      of <DateTime value={issuedAt} dateOnly />
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.fact}>{children}</dd>
    </div>
  )
}

function Sums({ invoice }: { invoice: Invoice }) {
  const taxes = gstTaxes(invoice.placeOfSupplyCode, invoice.seller.stateCode)
  return (
    <div className={classes.sums}>
      <div className={classes.words}>
        <h3 className={classes.label}>Amount in words</h3>
        <p className={classes.fact}>{invoice.amountInWords}</p>
      </div>
      <dl className={classes.figures}>
        <Sum label="Taxable value" rupees={invoice.taxable} />
        {taxes.map(({ name, label }) => (
          <Sum key={name} label={label} rupees={invoice[name]} />
        ))}
        <div className={classes.total}>
          <dt>{totalLabel(invoice)}</dt>
          <dd>
            <Money exact rupees={invoice.total} />
          </dd>
        </div>
      </dl>
    </div>
  )
}

function Sum({ label, rupees }: { label: string; rupees: number }) {
  return (
    <div className={classes.sum}>
      <dt>{label}</dt>
      <dd>
        <Money exact rupees={rupees} />
      </dd>
    </div>
  )
}
