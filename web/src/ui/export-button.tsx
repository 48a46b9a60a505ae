import { Menu } from '@mantine/core'
import { type ExportFormat, exportFormats } from '@raahi/contract/export-format'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import { errorWithReason } from '../lib/api-error.ts'
import { saveFile } from '../lib/save-file.ts'
import { serverNow } from '../lib/server-clock.ts'
import { useSingleRun } from '../lib/use-single-run.ts'
import { BusyButton } from './busy-button.tsx'
import { notifyError } from './toast.ts'

interface ExportButtonProps {
  /** The name of the file, without date and extension. */
  name: string
  fetchFile: (format: ExportFormat) => Promise<Blob>
  /** Whether there is nothing to export. */
  empty: boolean
}

const choices = {
  csv: { label: 'CSV', Icon: IconFileTypeCsv },
  xlsx: { label: 'Excel', Icon: IconFileSpreadsheet },
}

/** Fetches a table as a file of the chosen format, with the session of the user, and saves it as a download. */
export function ExportButton({ name, fetchFile, empty }: ExportButtonProps) {
  const { busy, run } = useSingleRun()
  const exportFile = (format: ExportFormat) =>
    run(async () => {
      try {
        saveFile(await fetchFile(format), `${name}-${dayInIndia(serverNow())}.${format}`)
      } catch (error) {
        notifyError(errorWithReason(error, 'The file could not be created.'))
      }
    })
  return (
    <Menu position="bottom-end" withinPortal disabled={busy || empty}>
      <Menu.Target>
        <BusyButton
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          busy={busy || empty}
        >
          {busy ? 'Exporting..' : 'Export'}
        </BusyButton>
      </Menu.Target>
      <Menu.Dropdown>
        {exportFormats.map((format) => {
          const { label, Icon } = choices[format]
          return (
            <Menu.Item
              key={format}
              leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
              onClick={() => exportFile(format)}
            >
              {label}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
