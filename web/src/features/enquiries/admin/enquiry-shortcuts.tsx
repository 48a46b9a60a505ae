import { ShortcutsDialog } from '../../../ui/shortcuts-dialog.tsx'

const keys = [
  ['j', 'Next enquiry'],
  ['k', 'Previous enquiry'],
  ['c', 'Convert the enquiry to a lead'],
  ['r', 'Reject the enquiry'],
  ['/', 'Search'],
  ['?', 'This help'],
] as const

/** The keys of the enquiries. */
export function EnquiryShortcuts(props: { opened: boolean; onClose: () => void }) {
  return (
    <ShortcutsDialog {...props} keys={keys}>
      <p>A decision always asks you first. The keys do nothing while you type.</p>
    </ShortcutsDialog>
  )
}
