import { formatRupees } from '@raahi/contract/formats'
import { setSourceCost, sourceCostForm } from '@raahi/contract/sources'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { errorWithReason } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PriceInput } from '../../ui/price-input.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { type SourceDetail, useSetCost } from './sources.api.ts'
import classes from './sources.module.css'

const bodyOf = ({ day, amount }: { day: string; amount: number | string }) => ({
  day,
  amount: amount === '' ? Number.NaN : Number(amount),
})

/** What the source cost on each day, and a form that sets the cost of a day. */
export function SourceCosts({ source }: { source: SourceDetail }) {
  const setCost = useSetCost(source._id)
  const form = useCheckedForm({
    initialValues: { day: dayInIndia(serverNow()), amount: '' as number | string },
    validate: (values) => fieldErrorsOf(sourceCostForm, bodyOf(values)),
  })
  const save = form.onSubmit((values) =>
    setCost.mutate(bodyOf(values), {
      onSuccess: () => {
        form.fill({ ...values, amount: '' })
        notifySuccess(setSourceCost.message)
      },
      onError: form.showRefusal,
    }),
  )
  return (
    <Panel title="Costs">
      <div className={classes.stack}>
        <form onSubmit={save} noValidate aria-label="Costs" className={classes.stack}>
          <div className={classes.pair}>
            <DateField label="Day" {...form.getInputProps('day')} />
            <PriceInput label="Cost of the day" {...form.getInputProps('amount')} />
          </div>
          {setCost.isError && (
            <FormError>{errorWithReason(setCost.error, 'The cost could not be saved.')}</FormError>
          )}
          <div>
            <BusyButton type="submit" variant="default" busy={setCost.isPending}>
              Save cost
            </BusyButton>
          </div>
        </form>
        {source.costs.length === 0 ? (
          <p className={classes.quiet}>No cost entered. 0 removes the cost of a day.</p>
        ) : (
          <ul className={classes.lines} aria-label="Costs by day">
            {source.costs.map(({ day, amount }) => (
              <li key={day}>
                <DateTime value={day} dateOnly />
                <span className={classes.amount}>{formatRupees(amount)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}
