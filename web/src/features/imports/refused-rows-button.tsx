import type { Import } from '@raahi/contract/imports'
import { IconDownload } from '@tabler/icons-react'
import { errorWithReason } from '../../lib/api-error.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { notifyError } from '../../ui/toast.ts'
import { fetchRefusedRows } from './imports.api.ts'

/** Downloads the refused rows with their reasons. */
export function RefusedRowsButton({ record }: { record: Import }) {
  const { busy, run } = useSingleRun()
  const download = () =>
    run(async () => {
      try {
        const name = record.fileName.replace(/\.\w+$/, '')
        saveFile(await fetchRefusedRows(record._id), `${name}-refused.csv`)
      } catch (error) {
        notifyError(errorWithReason(error, 'The file could not be created.'))
      }
    })
  return (
    <BusyButton
      variant="default"
      busy={busy}
      onClick={download}
      leftSection={<IconDownload size={18} aria-hidden />}
    >
      {busy ? 'Downloading..' : 'Download Refused Rows'}
    </BusyButton>
  )
}
