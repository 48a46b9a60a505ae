import type { StaffMember } from '@raahi/contract/staff'
import { StaffScreen } from '../../features/staff/staff-screen.tsx'
import { SuspendUserDialog } from '../../features/users/suspend-user-dialog.tsx'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'

export default function StaffPage() {
  const suspended = useDialogTarget<StaffMember>()
  return (
    <>
      <StaffScreen onSuspend={suspended.open} />
      <SuspendUserDialog
        user={suspended.target}
        opened={suspended.opened}
        onClose={suspended.close}
        onDone={() => undefined}
      />
    </>
  )
}
