import { KeyList } from '../../ui/key-list.tsx'
import { ViewModal } from '../../ui/view-modal.tsx'
import { boardKeys } from './board-keys.ts'

/** The keys of the board. */
export function BoardHelp(props: { opened: boolean; onClose: () => void }) {
  return (
    <ViewModal {...props} title="Keyboard shortcuts" closeLabel="Close" size="26rem">
      <KeyList keys={boardKeys} />
      <p>The keys work while a card of the board is selected. You can also drag a card.</p>
    </ViewModal>
  )
}
