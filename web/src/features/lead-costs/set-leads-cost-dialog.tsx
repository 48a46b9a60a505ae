import { NativeSelect } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import { type LeadCost, leadCostTypes } from '@raahi/contract/lead-costs'
import { errorWithReason } from '../../lib/api-error.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { Money } from '../../ui/money.tsx'
import { PriceInput } from '../../ui/price-input.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { CostEffect } from './cost-effect.tsx'
import { describeCreate, findCost, leadCostTypeLabels } from './lead-cost-effects.ts'
import classes from './lead-costs.module.css'
import { useLeadCosts } from './public/lead-costs.api.ts'
import { useLeadCostForm } from './use-lead-cost-form.ts'

type SetLeadsCostDialogProps = { opened: boolean; onClose: () => void }

/** Sets the price of leads without a plan: the same records as the Lead Cost screen, opened from the plans. */
export function SetLeadsCostDialog({ opened, onClose }: SetLeadsCostDialogProps) {
  const costs = useLeadCosts({ enabled: opened })
  const close = () => {
    form.setFieldValue('price', '')
    save.reset()
    onClose()
  }
  const { form, save, submit } = useLeadCostForm(costs.data ?? [], close)
  const { type, price } = form.values
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title="Set Leads Cost"
      onSubmit={submit}
      submitLabel="Save Leads Cost"
      submitDisabled={price === '' || !costs.data}
      busy={save.isPending}
      busyLabel="Processing.."
      error={save.isError && errorWithReason(save.error, 'Failed to create lead cost.')}
      size="34rem"
    >
      <FormSection>
        <PriceInput {...form.getInputProps('price')} data-autofocus />
        <NativeSelect
          label="Plan type"
          data={typeChoices(costs.data ?? [])}
          {...form.getInputProps('type')}
        />
      </FormSection>
      {costs.data && (
        <CostEffect
          type={type}
          price={price}
          text={describeCreate(
            costs.data,
            type,
            price === '' ? null : Number(price),
            'Save Leads Cost',
          )}
        />
      )}
      <ExistingCosts query={costs} />
    </FormModal>
  )
}

/** Every lead type, with its price if it has one. */
function typeChoices(costs: readonly LeadCost[]) {
  return leadCostTypes.map((type) => {
    const ownCost = findCost(costs, type)
    const label = leadCostTypeLabels[type]
    return { value: type, label: ownCost ? `${label} (${formatRupees(ownCost.price)})` : label }
  })
}

function ExistingCosts({ query }: { query: ReturnType<typeof useLeadCosts> }) {
  const { data, error, isFetching, refetch } = query
  return (
    <section className={classes.existing} aria-labelledby="existing-lead-costs">
      <h3 id="existing-lead-costs" className={classes.existingTitle}>
        Existing lead costs
      </h3>
      {data ? (
        <DefinitionList
          items={leadCostTypes.map((type) => {
            const ownCost = findCost(data, type)
            return {
              label: leadCostTypeLabels[type],
              value: ownCost ? <Money rupees={ownCost.price} /> : 'No price set',
            }
          })}
        />
      ) : error ? (
        <ErrorState
          text={errorWithReason(error, 'Failed to fetch leads costs.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonList label="Loading lead costs..." layout="rows" count={3} />
      )}
    </section>
  )
}
