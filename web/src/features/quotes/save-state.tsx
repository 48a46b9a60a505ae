import { Alert, Button } from '@mantine/core'
import type { Quote } from '@raahi/contract/quotes'
import { IconFileTypePdf, IconSend } from '@tabler/icons-react'
import { errorMessage } from '../../lib/api-error.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { notifyError } from '../../ui/toast.ts'
import { downloadQuotePdf } from './quotes.api.ts'
import classes from './quotes.module.css'
import type { SaveState } from './use-draft.ts'

const saveTexts: Record<SaveState['kind'], string> = {
  saved: 'Saved',
  unsaved: 'Not saved yet',
  saving: 'Saving..',
  failed: 'Not saved',
  conflict: 'Not saved',
}

interface EditorBarProps {
  quote: Quote
  version: number
  state: SaveState
  /** Saves the draft first. @returns the revision, or null if the save failed */
  flush: () => Promise<number | null>
  isPriceMissing: boolean
  onSend: () => void
}

/** Whether the draft is saved, and the buttons to preview and to send it. */
export function EditorBar({
  quote,
  version,
  state,
  flush,
  isPriceMissing,
  onSend,
}: EditorBarProps) {
  const { busy, run } = useSingleRun()
  const preview = () =>
    run(async () => {
      if ((await flush()) === null) return
      await downloadQuotePdf(quote._id, version).catch((error: unknown) =>
        notifyError(errorMessage(error, 'The PDF could not be made.')),
      )
    })
  return (
    <div className={classes.bar}>
      <p>
        <span role="status">{saveTexts[state.kind]}</span>
        {isPriceMissing && ' · Price missing'}
      </p>
      <BusyButton
        variant="default"
        leftSection={<IconFileTypePdf size={18} aria-hidden />}
        busy={busy}
        onClick={() => void preview()}
      >
        {busy ? 'Making PDF..' : 'Preview PDF'}
      </BusyButton>
      <Button leftSection={<IconSend size={18} aria-hidden />} onClick={onSend}>
        Send quote
      </Button>
    </div>
  )
}

/** Says that the last changes could not be saved, and why. */
export function SaveAlert({
  state,
  onRetry,
  onReload,
}: {
  state: SaveState
  onRetry: () => void
  onReload: () => void
}) {
  if (state.kind === 'failed') {
    return (
      <Alert color="brick" mb="md" title="Your changes are not saved" role="alert">
        <p className={classes.text}>{state.problem} What you have typed stays in this tab.</p>
        <Button variant="default" size="sm" onClick={onRetry}>
          Save again
        </Button>
      </Alert>
    )
  }
  if (state.kind === 'conflict') {
    return (
      <Alert color="brick" mb="md" title="This quote was changed elsewhere" role="alert">
        <p className={classes.text}>
          It was saved or sent in another tab or on another device. Copy what you still need from
          the fields, then load the other version.
        </p>
        <Button variant="default" size="sm" onClick={onReload}>
          Load the other version
        </Button>
      </Alert>
    )
  }
  return null
}
