import { Button } from '@mantine/core'
import type { Plan } from '@raahi/contract/plans'
import { IconCoinRupee, IconPlus } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useAddressParams } from '../../../lib/use-address-params.ts'
import { useDialogTarget } from '../../../lib/use-dialog-target.ts'
import { useFocusFallback } from '../../../lib/use-focus-fallback.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SetLeadsCostDialog } from '../../lead-costs/set-leads-cost-dialog.tsx'
import { usePlans } from '../plans.api.ts'
import { DeletePlanDialog } from './delete-plan-dialog.tsx'
import { PlanDetailsDialog } from './plan-details-dialog.tsx'
import { PlanFormDialog } from './plan-form-dialog.tsx'
import { PlanList } from './plan-list.tsx'
import { PlanToolbar } from './plan-toolbar.tsx'
import { type PlanView, readPlanView, writePlanView } from './plan-view.ts'

/** The catalogue, for an admin: look at, add, edit, delete, and set what a lead costs without a plan. */
export function PlanManagement() {
  const { view, change } = usePlanView()
  const query = usePlans({ enabled: true })
  const form = useDialogTarget<Plan | null>()
  const details = useDialogTarget<Plan>()
  const deleting = useDialogTarget<Plan>()
  const [pricing, setPricing] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, query.data)
  const addPlan = () => form.open(null)
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
      <PlanToolbar view={view} onChange={change} />
      <PlanList
        query={query}
        view={view}
        titleRef={title}
        onChange={change}
        onAdd={addPlan}
        onOpen={details.open}
        onEdit={form.open}
        onDelete={deleting.open}
      />
      <PlanFormDialog plan={form.target} opened={form.opened} onClose={form.close} />
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

/** Filter, layout and page, kept in the address. Another filter leads to the first page. */
function usePlanView() {
  const [params, changeParams] = useAddressParams()
  const view = useMemo(() => readPlanView(params), [params])
  const change = useCallback(
    (changed: Partial<PlanView>, options?: { toTop: boolean }) =>
      changeParams(
        (present) => writePlanView({ ...readPlanView(present), page: 1, ...changed }),
        options,
      ),
    [changeParams],
  )
  return { view, change }
}
