import { formatPaise } from '@raahi/contract/formats'
import type { QuoteVersion } from '@raahi/contract/quotes'
import classes from './amount-list.module.css'

type Amounts = Pick<
  QuoteVersion,
  'pricePerPersonPaise' | 'persons' | 'gst' | 'gstPercent' | 'gstPaise' | 'totalPaise'
>

/** The amounts of a quote as they are passed in, for the editor and for the traveller's page. */
export function AmountList({ amounts }: { amounts: Amounts }) {
  const { pricePerPersonPaise, persons, gst, gstPercent, gstPaise, totalPaise } = amounts
  return (
    <dl className={classes.amounts}>
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
      <div>
        <dt>Total</dt>
        <dd>{formatPaise(totalPaise)}</dd>
      </div>
    </dl>
  )
}
