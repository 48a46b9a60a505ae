import { Button } from '@mantine/core'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import classes from './recovery-codes.module.css'

/** Shows the recovery codes, which are shown only once, with buttons to save them. */
export function RecoveryCodes({ codes, email }: { codes: readonly string[]; email: string }) {
  const text = `Raahi recovery codes for ${email}\nEach code works once, instead of a code from the app.\n\n${codes.join('\n')}\n`
  const [isSaved, setSaved] = useState(false)
  useWarningBeforeUnload(!isSaved)
  const copy = async () => {
    if (await copyText(text)) {
      setSaved(true)
      notifySuccess('Copied. Save them with your passwords.')
    } else notifyError('This browser does not allow copying. Download or print them.')
  }
  return (
    <>
      <p className={classes.text}>
        Each code logs you in once when you do not have your phone. You will not see them again, so
        keep them safe and away from your phone.
      </p>
      <div className={classes.sheet}>
        <p className={classes.title}>Raahi recovery codes of {email}</p>
        <ol className={classes.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code} className={classes.code}>
              {code}
            </li>
          ))}
        </ol>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => void copy()}
          data-autofocus
        >
          Copy
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => {
            saveFile(new Blob([text], { type: 'text/plain' }), 'raahi-recovery-codes.txt')
            setSaved(true)
          }}
        >
          Download
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => {
            window.print()
            setSaved(true)
          }}
        >
          Print
        </Button>
      </div>
    </>
  )
}

/** Asks for confirmation before the page is closed or reloaded. */
function useWarningBeforeUnload(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [enabled])
}
