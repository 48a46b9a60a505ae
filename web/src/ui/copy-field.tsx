import { Button, Textarea, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { copyText } from '../lib/copy-text.ts'
import classes from './copy-field.module.css'
import { notifyError, notifySuccess } from './toast.ts'

interface CopyFieldProps {
  label: string
  value: string
  description?: ReactNode
  /** Shows all lines of the value. */
  hasLines?: boolean
}

/** A text that is copied into another program, with a button that copies it. */
export function CopyField({ label, value, description, hasLines }: CopyFieldProps) {
  const copy = async () => {
    if (await copyText(value)) notifySuccess('Copied.')
    else notifyError('This browser does not allow copying. Please select the text.')
  }
  const field = {
    label,
    value,
    description,
    readOnly: true,
    spellCheck: false,
    className: classes.field ?? '',
  }
  return (
    <div className={classes.row}>
      {hasLines ? (
        <Textarea {...field} autosize maxRows={14} classNames={{ input: classes.code }} />
      ) : (
        <TextInput
          {...field}
          classNames={{ input: classes.code }}
          onFocus={(event) => event.target.select()}
        />
      )}
      <Button
        variant="default"
        leftSection={<IconCopy size={18} aria-hidden />}
        onClick={() => void copy()}
        aria-label={`Copy: ${label}`}
      >
        Copy
      </Button>
    </div>
  )
}
