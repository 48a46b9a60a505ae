import { Button } from '@mantine/core'
import type { Plan } from '@raahi/contract/plans'
import { IconCoinRupee, IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { SetLeadsCostDialog } from '../../features/lead-costs/set-leads-cost-dialog.tsx'
import { DeletePlanDialog } from '../../features/plans/management/delete-plan-dialog.tsx'
import { PlanDetailsDialog } from '../../features/plans/management/plan-details-dialog.tsx'
import { PlanFormDialog } from '../../features/plans/management/plan-form-dialog.tsx'
import { PlanList } from '../../features/plans/management/plan-list.tsx'
import { PlanToolbar } from '../../features/plans/management/plan-toolbar.tsx'
import { planFilters } from '../../features/plans/plan-filters.ts'
import { usePlans } from '../../features/plans/public/plans.api.ts'
import { useAddressAction } from '../../lib/use-address-action.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { PageHeader } from '../../ui/page-header.tsx'

/** The catalogue of plans, for an admin: view, add, edit, delete, and set the price of a lead without a plan. */
export default function AddNewPlansPage() {
  const list = useListFilters(planFilters)
  const query = usePlans({ enabled: true })
  const form = useDialogTarget<Plan | null>()
  const details = useDialogTarget<Plan>()
  const deleting = useDialogTarget<Plan>()
  const [pricing, setPricing] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, query.data)
  const addPlan = () => form.open(null)
  useAddressAction('add', addPlan)
  useAddressAction('cost', () => setPricing(true))
  return (
    <>
      <PageHeader
        title="Plan Management"
        subtitle="The plans that agents can buy."
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconCoinRupee size={18} aria-hidden />}
              onClick={() => setPricing(true)}
            >
              Leads Cost
            </Button>
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={addPlan}>
              Add New Plan
            </Button>
          </>
        }
      />
      <PlanToolbar list={list} />
      <PlanList
        query={query}
        list={list}
        titleRef={title}
        onAdd={addPlan}
        onOpen={details.open}
        onEdit={form.open}
        onDelete={deleting.open}
      />
      <PlanFormDialog
        plan={form.target}
        opened={form.opened}
        onClose={form.close}
        onDone={keepFocus}
      />
      <PlanDetailsDialog plan={details.target} opened={details.opened} onClose={details.close} />
      <DeletePlanDialog
        plan={deleting.target}
        opened={deleting.opened}
        onClose={deleting.close}
        onDone={keepFocus}
      />
      <SetLeadsCostDialog opened={pricing} onClose={() => setPricing(false)} />
    </>
  )
}
