import { formatPaise } from '@raahi/contract/formats'
import type { QuoteVersion } from '@raahi/contract/quotes'
import classes from './quotes.module.css'

type Amounts = Pick<
  QuoteVersion,
  'pricePerPersonPaise' | 'persons' | 'gst' | 'gstPercent' | 'gstPaise' | 'totalPaise'
>

/** The amounts of a quote. */
export function AmountList({ amounts }: { amounts: Amounts }) {
  const { pricePerPersonPaise, persons, gst, gstPercent, gstPaise, totalPaise } = amounts
  return (
    <dl className={classes.totals}>
      <div>
        <dt>
          {formatPaise(pricePerPersonPaise)} × {persons} {persons === 1 ? 'person' : 'persons'}
        </dt>
        <dd>{formatPaise(pricePerPersonPaise * persons)}</dd>
      </div>
      {gst !== 'none' && (
        <div>
          <dt>
            {gst === 'included' ? 'Includes GST' : 'GST'} {gstPercent}%
          </dt>
          <dd>{formatPaise(gstPaise)}</dd>
        </div>
      )}
      <div className={classes.total}>
        <dt>Total</dt>
        <dd>{formatPaise(totalPaise)}</dd>
      </div>
    </dl>
  )
}
