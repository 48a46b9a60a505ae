import { Button, Menu } from '@mantine/core'
import type { Lead, LeadBulkAction } from '@raahi/contract/leads'
import { errorWithReason } from '../../../lib/api-error.ts'
import { countText, leftText } from '../../../lib/bulk-texts.ts'
import { useDialogTarget } from '../../../lib/use-dialog-target.ts'
import type { useSelection } from '../../../lib/use-selection.ts'
import { MutationDialog } from '../../../ui/mutation-dialog.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { notifyError, notifySuccess } from '../../../ui/toast.ts'
import { UndoBar } from '../../../ui/undo-bar.tsx'
import { leadTypeLabels } from '../../lead-facts/public/lead-labels.ts'
import { useChangeLeads } from './admin-leads.api.ts'

/** The leads that were deleted last, which can be restored. */
export interface Deletion {
  ids: readonly string[]
  /** The number of leads that were chosen too and stayed as they are. */
  left: number
}

interface LeadSelectionProps {
  selection: ReturnType<typeof useSelection<Lead>>
  deletion: Deletion | null
  onDeletion: (deletion: Deletion | null) => void
  /** Called before the list is refetched. */
  onDone: () => void
}

/** What an admin does to the selected leads: another price type, sold, deleted, with a way back. */
export function LeadSelection({ selection, deletion, onDeletion, onDone }: LeadSelectionProps) {
  const { send, isSending } = useSending(onDeletion, onDone)
  const selling = useDialogTarget<readonly Lead[]>()
  const ids = selection.selected.map(({ _id }) => _id)
  return (
    <>
      <SelectionBar selection={selection} what="leads">
        <PriceTypeMenu disabled={isSending} onChoose={(type) => send(ids, type)} />
        <Button variant="default" size="sm" onClick={() => selling.open(selection.selected)}>
          Mark sold
        </Button>
        <Button
          variant="outline"
          color="brick"
          size="sm"
          disabled={isSending}
          onClick={() => send(ids, 'delete')}
        >
          Delete selected
        </Button>
      </SelectionBar>
      <SellSelectedDialog
        leads={selling.target ?? []}
        opened={selling.opened}
        onClose={selling.close}
        onDone={onDone}
      />
      {deletion && (
        <UndoBar
          key={deletion.ids.join()}
          text={doneText('delete', deletion.ids.length, deletion.left)}
          onUndo={() => {
            onDeletion(null)
            send(deletion.ids, 'restore')
          }}
          onClose={() => onDeletion(null)}
        />
      )}
    </>
  )
}

/** Changes leads without a confirmation, and reports the result. */
function useSending(onDeletion: LeadSelectionProps['onDeletion'], onStart: () => void) {
  const { mutate, isPending } = useChangeLeads()
  const send = (ids: readonly string[], action: LeadBulkAction) => {
    onStart()
    mutate(
      { ids, action },
      {
        onSuccess: ({ changed }) => {
          const left = ids.length - changed.length
          if (action === 'delete' && changed.length > 0) onDeletion({ ids: changed, left })
          else notifySuccess(doneText(action, changed.length, left))
        },
        onError: (error) => notifyError(errorWithReason(error, 'The leads could not be changed.')),
      },
    )
  }
  return { send, isSending: isPending }
}

interface PriceTypeMenuProps {
  disabled: boolean
  onChoose: (type: Lead['leadType']) => void
}

function PriceTypeMenu({ disabled, onChoose }: PriceTypeMenuProps) {
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button variant="default" size="sm" disabled={disabled}>
          Price type
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(leadTypeLabels).map(([type, label]) => (
          <Menu.Item key={type} onClick={() => onChoose(type as Lead['leadType'])}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface SellSelectedDialogProps {
  leads: readonly Lead[]
  opened: boolean
  onClose: () => void
  /** Called before the list is refetched. */
  onDone: () => void
}

/** Asks before the selected leads that are on sale are marked as sold, because this cannot be undone. */
function SellSelectedDialog({ leads, opened, onClose, onDone }: SellSelectedDialogProps) {
  const ids = leads.filter(({ satatus }) => satatus === 'buy').map(({ _id }) => _id)
  return (
    <MutationDialog
      opened={opened}
      onClose={onClose}
      mutation={useChangeLeads()}
      input={ids.length > 0 ? { ids, action: 'sold' as const } : undefined}
      doneText={({ changed }) => doneText('sold', changed.length, leads.length - changed.length)}
      failedText="Error updating status."
      onStart={onDone}
      title="Mark as sold"
      confirmLabel={ids.length > 0 ? 'Mark as sold' : null}
    >
      <p>
        Mark {countText(ids.length, 'lead')} as sold outside Raahi? This is final. Agents can no
        longer buy them, and you can no longer edit them.
      </p>
    </MutationDialog>
  )
}

const doneTexts: Record<LeadBulkAction, string> = {
  domestic: `set to ${leadTypeLabels.domestic}`,
  international: `set to ${leadTypeLabels.international}`,
  sold: 'marked as sold',
  delete: 'deleted',
  restore: 'restored',
}

const doneText = (action: LeadBulkAction, changed: number, left: number) =>
  `${countText(changed, 'lead')} ${doneTexts[action]}.${leftText(left, 'lead')}`
