import { NumberInput } from '@mantine/core'
import { tourGstPercent } from '@raahi/contract/gst'
import { quoteLimits } from '@raahi/contract/quote-limits'
import { computeQuoteTotals, gstChoicesOf, type QuoteGst } from '@raahi/contract/quote-rules'
import { DateField } from '../../ui/date-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PriceInput } from '../../ui/price-input.tsx'
import { ToggleGroup } from '../../ui/toggle-group.tsx'
import classes from './quotes.module.css'
import { AmountList } from './shared/amount-list.tsx'
import type { EditedContent } from './use-draft.ts'

interface QuotePriceProps {
  content: EditedContent
  errors: Record<string, string>
  gstin: string | null
  onChange: (changed: Partial<EditedContent>) => void
}

const gstLabels: Record<QuoteGst, string> = {
  included: 'Price includes GST',
  added: 'GST is added',
  none: 'No GST',
}

const percentOf = (gst: QuoteGst) => (gst === 'none' ? 0 : tourGstPercent)

/** The price with the totals that follow from it. */
export function QuotePrice({ content, errors, gstin, onChange }: QuotePriceProps) {
  const { pricePerPersonPaise, persons, gst, validUntil } = content
  const choices = gstChoicesOf(gstin)
  const gstProblem = errors.gst && (
    <p className={classes.problem} data-problem>
      {errors.gst}
    </p>
  )
  return (
    <Panel title="Price">
      <div className={classes.fields}>
        <PriceInput
          label="Price per person"
          max={quoteLimits.pricePerPersonPaise / 100}
          value={pricePerPersonPaise === 0 ? '' : pricePerPersonPaise / 100}
          error={errors.pricePerPersonPaise}
          onChange={(value) => onChange({ pricePerPersonPaise: Math.round(Number(value) * 100) })}
        />
        <NumberInput
          label="Persons"
          min={0}
          max={quoteLimits.persons}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          inputMode="numeric"
          value={persons === 0 ? '' : persons}
          error={errors.persons}
          onChange={(value) => onChange({ persons: Number(value) })}
        />
        {gstin === null ? (
          <div>
            <p className={classes.soft}>Your profile has no GSTIN, so the quote shows no GST.</p>
            {gstProblem}
          </div>
        ) : (
          <div>
            <p className={classes.label}>GST {tourGstPercent}% (tour operators)</p>
            <ToggleGroup
              label="How the price relates to GST"
              options={choices.map((choice) => ({ value: choice, text: gstLabels[choice] }))}
              value={gst}
              onChange={(choice) => onChange({ gst: choice })}
            />
            {gstProblem}
          </div>
        )}
        <AmountList
          amounts={{
            pricePerPersonPaise,
            persons,
            gst,
            gstPercent: percentOf(gst),
            ...computeQuoteTotals(content),
          }}
        />
        <DateField
          label="Valid until"
          value={validUntil ?? ''}
          error={errors.validUntil}
          onChange={(date) => onChange({ validUntil: date || null })}
        />
      </div>
    </Panel>
  )
}
