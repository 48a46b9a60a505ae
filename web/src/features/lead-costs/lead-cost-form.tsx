import { Alert, NativeSelect } from '@mantine/core'
import { type LeadCost, leadCostTypes } from '@raahi/contract/lead-costs'
import { errorWithReason } from '../../lib/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PriceInput } from '../../ui/price-input.tsx'
import { CostEffect } from './cost-effect.tsx'
import { describeCreate, leadCostTypeLabels } from './lead-cost-effects.ts'
import classes from './lead-costs.module.css'
import { useLeadCostForm } from './use-lead-cost-form.ts'

const typeChoices = leadCostTypes.map((type) => ({ value: type, label: leadCostTypeLabels[type] }))

/** Sets the price of a type, and shows the effect beforehand. */
export function LeadCostForm({ costs }: { costs: readonly LeadCost[] }) {
  const { form, save, submit } = useLeadCostForm(costs)
  const { type, price } = form.values
  return (
    <Panel title="Add New Lead Cost">
      <form onSubmit={submit} noValidate aria-label="Add New Lead Cost">
        <div className={classes.form}>
          <NativeSelect label="Lead type" data={typeChoices} {...form.getInputProps('type')} />
          <PriceInput
            {...form.getInputProps('price')}
            errorProps={{ role: 'alert' }}
            required
            withAsterisk={false}
          />
          <BusyButton type="submit" busy={save.isPending} className={classes.create}>
            {save.isPending ? 'Processing..' : 'Create'}
          </BusyButton>
        </div>
        <CostEffect
          type={type}
          price={price}
          text={describeCreate(costs, type, price === '' ? null : Number(price))}
        />
        {save.isError && (
          <Alert color="brick" role="alert" className={classes.message}>
            {errorWithReason(save.error, 'Failed to create lead cost.')}
          </Alert>
        )}
      </form>
    </Panel>
  )
}
