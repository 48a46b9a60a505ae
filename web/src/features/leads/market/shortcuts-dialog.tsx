import { ShortcutsDialog } from '../../../ui/shortcuts-dialog.tsx'

const keys = [
  ['j', 'Next lead'],
  ['k', 'Previous lead'],
  ['b', 'Buy the lead'],
  ['/', 'Search by destination'],
  ['Ctrl K', 'Go to any screen, person or record'],
  ['?', 'This help'],
] as const

/** The keys of the marketplace. */
export default function LeadShortcuts(props: { opened: boolean; onClose: () => void }) {
  return (
    <ShortcutsDialog {...props} keys={keys}>
      <p>Buying always asks you first. The keys do nothing while you type.</p>
    </ShortcutsDialog>
  )
}
