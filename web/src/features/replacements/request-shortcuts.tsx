import { ShortcutsDialog } from '../../ui/shortcuts-dialog.tsx'

const keys = [
  ['j', 'Next request'],
  ['k', 'Previous request'],
  ['a', 'Approve the request'],
  ['r', 'Reject the request'],
  ['/', 'Search'],
  ['Ctrl K', 'Go to any screen, person or record'],
  ['?', 'This help'],
] as const

/** The keys of the replacement requests. */
export function RequestShortcuts(props: { opened: boolean; onClose: () => void }) {
  return (
    <ShortcutsDialog {...props} keys={keys}>
      <p>
        An approval asks nothing more, because what it returns is on the screen. In the review, s
        skips the request. The keys do nothing while you type.
      </p>
    </ShortcutsDialog>
  )
}
