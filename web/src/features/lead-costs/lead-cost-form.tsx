import { Alert, NativeSelect } from '@mantine/core'
import {
  type LeadCost,
  type LeadCostType,
  leadCostBody,
  leadCostTypes,
} from '@raahi/contract/lead-costs'
import { type FormEvent, useState } from 'react'
import { ApiError, errorWithReason } from '../../lib/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PriceInput } from '../../ui/price-input.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { describeCreate, formatSavedMessage, leadCostTypeLabels } from './lead-cost-effects.ts'
import classes from './lead-costs.module.css'
import { useSetLeadCost } from './public/lead-costs.api.ts'

const typeChoices = leadCostTypes.map((type) => ({ value: type, label: leadCostTypeLabels[type] }))

/** Sets the price of a type, and shows the effect beforehand. */
export function LeadCostForm({ costs }: { costs: readonly LeadCost[] }) {
  const [type, setType] = useState<LeadCostType>('international')
  const [price, setPrice] = useState<number | string>('')
  const [priceError, setPriceError] = useState<string | null>(null)
  const [incomplete, setIncomplete] = useState(false)
  const create = useSetLeadCost()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.reset()
    setIncomplete(price === '')
    setPriceError(null)
    if (price === '') return
    const parsed = leadCostBody.safeParse({ type, price: Number(price) })
    if (!parsed.success) {
      setPriceError(parsed.error.issues[0]?.message ?? 'Enter a price of 0 or more.')
      return
    }
    create.mutate(
      { type, price: Number(price) },
      {
        onSuccess: (saved) => {
          notifySuccess(formatSavedMessage(costs, saved))
          setPrice('')
        },
        onError: (error) => {
          if (error instanceof ApiError) setPriceError(error.fieldErrors.price ?? null)
        },
      },
    )
  }

  return (
    <Panel title="Add New Lead Cost">
      <form onSubmit={submit} noValidate aria-label="Add New Lead Cost">
        <div className={classes.form}>
          <NativeSelect
            label="Lead type"
            data={typeChoices}
            value={type}
            onChange={(event) => {
              const chosen = leadCostTypes.find((one) => one === event.currentTarget.value)
              if (chosen) setType(chosen)
            }}
          />
          <PriceInput
            value={price}
            onChange={(value) => {
              setPrice(value)
              setPriceError(null)
              setIncomplete(false)
            }}
            error={priceError ?? incomplete}
            required
            withAsterisk={false}
          />
          <BusyButton type="submit" busy={create.isPending} className={classes.create}>
            {create.isPending ? 'Processing..' : 'Create'}
          </BusyButton>
        </div>
        <p className={classes.effect} aria-live="polite">
          {describeCreate(costs, type, price === '' ? null : Number(price))}
        </p>
        {incomplete && (
          <Alert color="brick" role="alert" className={classes.message}>
            Fill the form.
          </Alert>
        )}
        {create.isError && (
          <Alert color="brick" role="alert" className={classes.message}>
            {errorWithReason(create.error, 'Failed to create lead cost.')}
          </Alert>
        )}
      </form>
    </Panel>
  )
}
