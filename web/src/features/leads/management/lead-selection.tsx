import { Button, Menu } from '@mantine/core'
import type { Lead, LeadBulkAction } from '@raahi/contract/leads'
import { errorWithReason } from '../../../lib/api-error.ts'
import { useDialogTarget } from '../../../lib/use-dialog-target.ts'
import type { useSelection } from '../../../lib/use-selection.ts'
import { MutationDialog } from '../../../ui/mutation-dialog.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { notifyError, notifySuccess } from '../../../ui/toast.ts'
import { UndoBar } from '../../../ui/undo-bar.tsx'
import { leadTypeLabels } from '../../lead-facts/public/lead-labels.ts'
import { useChangeLeads } from './admin-leads.api.ts'

interface LeadSelectionProps {
  selection: ReturnType<typeof useSelection<Lead>>
  /** The leads that were deleted last, which can be restored. */
  deleted: readonly string[]
  onDeleted: (ids: readonly string[]) => void
  /** Called before the list is refetched. */
  onDone: () => void
}

/** What an admin does to the selected leads: another price type, sold, deleted, with a way back. */
export function LeadSelection({ selection, deleted, onDeleted, onDone }: LeadSelectionProps) {
  const change = useChangeLeads()
  const selling = useDialogTarget<readonly Lead[]>()
  const sell = useChangeLeads()
  const send = (ids: readonly string[], action: LeadBulkAction) => {
    onDone()
    change.mutate(
      { ids, action },
      {
        onSuccess: ({ changed }) => {
          if (action === 'delete') return onDeleted(changed)
          const done = action === 'restore' ? 'restored' : `set to ${leadTypeLabelOf(action)}`
          notifySuccess(`${countText(changed.length)} ${done}.${leftText(ids, changed)}`)
        },
        onError: (error) => notifyError(errorWithReason(error, 'The leads could not be changed.')),
      },
    )
  }
  const ids = selection.selected.map(({ _id }) => _id)
  const sellable = (selling.target ?? []).filter(({ satatus }) => satatus === 'buy')
  return (
    <>
      <SelectionBar selection={selection} what="leads">
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button variant="default" size="sm" disabled={change.isPending}>
              Price type
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {Object.entries(leadTypeLabels).map(([type, label]) => (
              <Menu.Item key={type} onClick={() => send(ids, type as Lead['leadType'])}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button variant="default" size="sm" onClick={() => selling.open(selection.selected)}>
          Mark sold
        </Button>
        <Button
          variant="outline"
          color="brick"
          size="sm"
          disabled={change.isPending}
          onClick={() => send(ids, 'delete')}
        >
          Delete selected
        </Button>
      </SelectionBar>
      <MutationDialog
        opened={selling.opened}
        onClose={selling.close}
        mutation={sell}
        input={
          sellable.length > 0
            ? { ids: sellable.map(({ _id }) => _id), action: 'sold' as const }
            : undefined
        }
        doneText="Leads marked as sold"
        failedText="Error updating status."
        onStart={onDone}
        title="Mark as sold"
        confirmLabel={sellable.length > 0 ? 'Mark as sold' : null}
      >
        <p>
          Mark {countText(sellable.length)} as sold outside Raahi? This is final. Agents can no
          longer buy them, and you can no longer edit them.
        </p>
      </MutationDialog>
      {deleted.length > 0 && (
        <UndoBar
          key={deleted.join()}
          text={`${countText(deleted.length)} deleted.`}
          onUndo={() => {
            onDeleted([])
            send(deleted, 'restore')
          }}
          onClose={() => onDeleted([])}
        />
      )}
    </>
  )
}

const countText = (count: number) => (count === 1 ? '1 lead' : `${count} leads`)

const leadTypeLabelOf = (action: LeadBulkAction) =>
  action === 'domestic' || action === 'international' ? leadTypeLabels[action] : action

function leftText(ids: readonly string[], changed: readonly string[]): string {
  const left = ids.length - changed.length
  return left === 0 ? '' : ` ${countText(left)} stayed as ${left === 1 ? 'it is' : 'they are'}.`
}
