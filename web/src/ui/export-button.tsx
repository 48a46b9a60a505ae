import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { IconDownload } from '@tabler/icons-react'
import { errorWithReason } from '../lib/api-error.ts'
import { saveFile } from '../lib/save-file.ts'
import { serverNow } from '../lib/server-clock.ts'
import { useSingleRun } from '../lib/use-single-run.ts'
import { BusyButton } from './busy-button.tsx'
import { notifyError } from './toast.ts'

interface ExportButtonProps {
  /** The name of the file, without date and extension. */
  name: string
  fetchFile: () => Promise<Blob>
  /** Whether there is nothing to export. */
  empty: boolean
}

/** Fetches a CSV file with the session of the user and saves it as a download. */
export function ExportButton({ name, fetchFile, empty }: ExportButtonProps) {
  const { busy, run } = useSingleRun()
  const exportFile = () =>
    run(async () => {
      try {
        saveFile(await fetchFile(), `${name}-${dayInIndia(serverNow())}.csv`)
      } catch (error) {
        notifyError(errorWithReason(error, 'The file could not be created.'))
      }
    })
  return (
    <BusyButton
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={exportFile}
      busy={busy || empty}
    >
      {busy ? 'Exporting..' : 'Export CSV'}
    </BusyButton>
  )
}
