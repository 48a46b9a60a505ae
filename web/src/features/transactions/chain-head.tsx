import { Button } from '@mantine/core'
import { getChainHead } from '@raahi/contract/ledger-receipts'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { copyText } from '../../lib/copy-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import classes from './chain-head.module.css'

/**
 * The last sealed day of the ledger, for an admin who publishes its hash. Renders nothing before the first sealed day.
 */
export function ChainHead() {
  const { data } = useQuery({
    queryKey: ['chain-head'],
    queryFn: ({ signal }) => call(getChainHead, {}, { signal }),
    staleTime: 10_000,
  })
  const head = data?.head
  if (!head) return null
  const text = JSON.stringify(head)
  const copy = async () => {
    if (await copyText(text)) notifySuccess('Copied.')
    else notifyError('This browser does not allow copying.')
  }
  const download = () =>
    saveFile(new Blob([`${text}\n`], { type: 'application/json' }), `chain-head-${head.day}.json`)
  return (
    <section className={classes.line} aria-label="Chain head of the ledger">
      <p className={classes.text}>
        Ledger sealed until <DateTime value={head.day} dateOnly />, day {head.number}:{' '}
        <code className={classes.hash}>{head.hash}</code>
      </p>
      <div className={classes.actions}>
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={copy}
        >
          Copy
        </Button>
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={download}
        >
          Download
        </Button>
      </div>
    </section>
  )
}
