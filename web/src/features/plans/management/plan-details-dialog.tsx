import type { Plan } from '@raahi/contract/plans'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { Money } from '../../../ui/money.tsx'
import { ViewModal } from '../../../ui/view-modal.tsx'
import { orNa } from '../public/plan-labels.ts'
import classes from './plan-management.module.css'
import { planTerms } from './plan-terms.ts'

type PlanDetailsDialogProps = {
  /** The plan to show; null before the first one was chosen. */
  plan: Plan | null
  opened: boolean
  onClose: () => void
}

/** All details of a plan, with the complete description. */
export function PlanDetailsDialog({ plan, opened, onClose }: PlanDetailsDialogProps) {
  return (
    <ViewModal
      opened={opened}
      onClose={onClose}
      title="Plan Details"
      closeLabel="Close"
      size="32rem"
    >
      {plan && (
        <>
          <h3 className={classes.detailsName}>
            <bdi>{plan.planName}</bdi>
          </h3>
          <p className={classes.detailsText}>{orNa(plan.description)}</p>
          <DefinitionList
            items={[
              { label: 'Plan ID', value: <bdi>{plan.planId}</bdi> },
              { label: 'Price', value: <Money rupees={plan.price} /> },
              ...planTerms(plan),
            ]}
          />
        </>
      )}
    </ViewModal>
  )
}
