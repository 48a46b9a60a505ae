import { IconDownload } from '@tabler/icons-react'
import { errorWithReason } from '../../lib/api-error.ts'
import { saveFile } from '../../lib/api-file.ts'
import { dayInIndia } from '../../lib/dates.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { notifyError } from '../../ui/toast.ts'

interface ExportButtonProps {
  /** Of the file, without date and ending. */
  name: string
  fetchFile: () => Promise<Blob>
  /** Nothing to export. */
  empty: boolean
}

/** Fetches a CSV file as whoever is signed in and hands it to the browser's downloads. */
export function ExportButton({ name, fetchFile, empty }: ExportButtonProps) {
  const { busy, run } = useSingleRun()
  const exportFile = () =>
    run(async () => {
      try {
        saveFile(await fetchFile(), `${name}-${dayInIndia(new Date())}.csv`)
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
