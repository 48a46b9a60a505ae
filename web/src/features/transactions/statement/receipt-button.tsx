import { IconFileCertificate } from '@tabler/icons-react'
import { errorWithReason } from '../../../lib/api-error.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useSingleRun } from '../../../lib/use-single-run.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { notifyError } from '../../../ui/toast.ts'
import { fetchReceipt } from './statement.api.ts'

/**
 * Downloads the receipt that proves a wallet statement.
 * @param userId the owner, for an admin; by default the agent's own
 */
export function ReceiptButton({ userId }: { userId?: string }) {
  const { busy, run } = useSingleRun()
  const download = () =>
    run(async () => {
      try {
        const file = await fetchReceipt(userId)
        const { head } = JSON.parse(await file.text())
        saveFile(file, `receipt-${head.day}.json`)
      } catch (error) {
        notifyError(errorWithReason(error, 'The receipt could not be created.'))
      }
    })
  return (
    <BusyButton
      variant="default"
      leftSection={<IconFileCertificate size={18} aria-hidden />}
      onClick={download}
      busy={busy}
      title="A file that proves this statement, until yesterday"
    >
      {busy ? 'Creating..' : 'Receipt'}
    </BusyButton>
  )
}
