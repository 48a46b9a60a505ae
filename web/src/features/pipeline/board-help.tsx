import { ViewModal } from '../../ui/view-modal.tsx'
import classes from './board-help.module.css'
import { boardKeys } from './board-keys.ts'

/** The keys of the board. */
export function BoardHelp(props: { opened: boolean; onClose: () => void }) {
  return (
    <ViewModal {...props} title="Keyboard shortcuts" closeLabel="Close" size="26rem">
      <dl className={classes.keys}>
        {boardKeys.map(([key, label]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <p>The keys work while a card of the board is selected. You can also drag a card.</p>
    </ViewModal>
  )
}
