import type { LeadCost } from '@raahi/contract/lead-costs'
import { type ReactNode, useRef } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { DeleteLeadCostDialog } from './delete-lead-cost-dialog.tsx'
import { LeadCostCards } from './lead-cost-cards.tsx'
import { LeadCostForm } from './lead-cost-form.tsx'
import { LeadCostList } from './lead-cost-list.tsx'
import classes from './lead-costs.module.css'
import { useLeadCosts } from './public/lead-costs.api.ts'

/**
 * The prices of leads in every state: cards, the form for a new price, and the table.
 * @param props.children the rest of the page, shown once the prices are loaded, so that they do not move it
 */
export function LeadCostManagement({ children }: { children: ReactNode }) {
  const costs = useLeadCosts()
  const failure = costs.error && errorWithReason(costs.error, 'Failed to fetch leads costs.')
  const retry = () => void costs.refetch()

  if (costs.isLoadingError) {
    return <ErrorState text={failure} onRetry={retry} retrying={costs.isFetching} />
  }
  if (costs.isPending) {
    return (
      <>
        <LeadCostCards costs={undefined} />
        <SkeletonList label="Loading lead costs..." layout="rows" count={3} />
      </>
    )
  }
  return (
    <>
      {failure && <RefreshFailed text={failure} onRetry={retry} retrying={costs.isFetching} />}
      <LeadCostCards costs={costs.data} />
      <div className={classes.panels}>
        <LeadCostForm costs={costs.data} />
        <LeadCostPanel costs={costs.data} />
        {children}
      </div>
    </>
  )
}

function LeadCostPanel({ costs }: { costs: readonly LeadCost[] }) {
  const deleting = useDialogTarget<LeadCost>()
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, costs)
  return (
    <Panel title="Lead Costs" titleRef={title}>
      <LeadCostList costs={costs} onDelete={deleting.open} />
      <DeleteLeadCostDialog
        cost={deleting.target}
        costs={costs}
        opened={deleting.opened}
        onClose={deleting.close}
        onDeleted={keepFocus}
      />
    </Panel>
  )
}
