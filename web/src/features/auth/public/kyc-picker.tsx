import { ActionIcon, Input } from '@mantine/core'
import { kycMaxBytes, kycTypes, kycTypeText } from '@raahi/contract/auth'
import { IconFileText, IconUpload, IconX } from '@tabler/icons-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import classes from './kyc-picker.module.css'

const maxMegabytes = kycMaxBytes / 1024 / 1024
/** Accepted file name extensions; JPG has two. */
const extensions: readonly string[] = [...kycTypes, 'jpeg']
const accept = extensions.map((extension) => `.${extension}`).join(',')

/**
 * Checks a file by name and size. The server also checks the content.
 * @returns the error text, or null if the file may be uploaded
 */
export function validateKyc(file: Pick<File, 'name' | 'size'>): string | null {
  const extension = file.name.split('.').pop()?.toLowerCase()
  if (!extension || !extensions.includes(extension)) return kycTypeText
  if (file.size > kycMaxBytes)
    return `The file is larger than ${maxMegabytes} MB. Please choose a smaller one.`
  return file.size === 0 ? 'The file is empty.' : null
}

interface KycPickerProps {
  label?: string
  description?: string
  file: File | null
  error?: string
  /** The form finds the input by this path. */
  path?: string
  onPick: (file: File | null, error?: string) => void
}

/** The KYC document, chosen or dropped. An invalid file stays listed with its error until it is removed. */
export function KycPicker({
  label = 'KYC document (optional)',
  description,
  file,
  error,
  path,
  onPick,
}: KycPickerProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isDraggedOver, setDraggedOver] = useState(false)

  const pick = (files: FileList | null) => {
    const [first] = files ?? []
    if (!first) return
    const fileError = files && files.length > 1 ? 'Choose one file.' : validateKyc(first)
    onPick(first, fileError ?? undefined)
    // Otherwise the browser ignores a corrected file with the same name.
    if (input.current) input.current.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDraggedOver(false)
    pick(event.dataTransfer.files)
  }
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      error={error}
      errorProps={{ role: 'alert' }}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; keyboard users have the input inside. */}
      <div
        className={classes.zone}
        data-over={isDraggedOver || undefined}
        data-error={error ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setDraggedOver(true)
        }}
        onDragLeave={() => setDraggedOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          className={classes.input}
          type="file"
          data-path={path}
          name="kyc"
          accept={accept}
          aria-describedby={`${description ? `${id}-description ` : ''}${id}-hint${error ? ` ${id}-error` : ''}`}
          aria-invalid={error ? true : undefined}
          onChange={(event) => pick(event.currentTarget.files)}
        />
        <FileSummary id={`${id}-hint`} file={file} />
        {file && (
          <ActionIcon
            variant="subtle"
            color="ink"
            size={40}
            className={classes.remove}
            aria-label={`Remove ${file.name}`}
            onClick={() => onPick(null)}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </Input.Wrapper>
  )
}

function FileSummary({ id, file }: { id: string; file: File | null }) {
  return (
    <>
      {file ? <IconFileText size={22} aria-hidden /> : <IconUpload size={22} aria-hidden />}
      <span className={classes.words} id={id}>
        <span className={classes.name}>{file ? file.name : 'Choose a file or drop it here'}</span>
        <span className={classes.hint}>
          {file ? formatSize(file.size) : `PDF, JPG or PNG, max ${maxMegabytes} MB`}
        </span>
      </span>
    </>
  )
}

function formatSize(bytes: number): string {
  return bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
