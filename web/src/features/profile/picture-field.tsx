import { Button } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './picture-field.module.css'
import { pictureAccept, pictureHint, validatePicture } from './validate-picture.ts'

type PictureFieldProps = {
  name: string
  /** Address of the saved picture; null if there is none. */
  saved: string | null
  /** The chosen picture before it is saved. */
  picked: File | null
  error: string | null
  onPick: (picked: File | null, error: string | null) => void
}

/** The user's picture, and a button to choose another. It is shown at once and saved with the form. */
export function PictureField({ name, saved, picked, error, onPick }: PictureFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const preview = useObjectUrl(picked)

  const pick = (files: FileList | null) => {
    const [first] = files ?? []
    if (!first) return
    const fileError = validatePicture(first)
    onPick(fileError ? null : first, fileError)
    // Otherwise the browser ignores a corrected file with the same name.
    if (input.current) input.current.value = ''
    if (fileError) input.current?.focus()
  }
  return (
    <div className={classes.field}>
      <Avatar name={name} image={preview ?? saved} size={96} />
      <div className={classes.words}>
        <div className={classes.buttons}>
          <span className={classes.picker} data-error={error ? true : undefined}>
            <IconPhoto size={18} aria-hidden />
            <label htmlFor={id}>{saved || picked ? 'Change picture' : 'Choose picture'}</label>
            <input
              ref={input}
              id={id}
              type="file"
              className={classes.input}
              accept={pictureAccept}
              aria-describedby={`${id}-hint`}
              aria-invalid={error ? true : undefined}
              onChange={(event) => pick(event.currentTarget.files)}
            />
          </span>
          {picked && (
            <Button variant="subtle" color="ink" size="sm" onClick={() => onPick(null, null)}>
              Undo
            </Button>
          )}
        </div>
        <p id={`${id}-hint`} className={classes.hint}>
          {error ? (
            <span role="alert" className={classes.error}>
              {error}
            </span>
          ) : picked ? (
            <>
              <bdi>{picked.name}</bdi> is saved with Submit.
            </>
          ) : (
            pictureHint
          )}
        </p>
      </div>
    </div>
  )
}

/** An object URL for a chosen file, revoked with the file. */
function useObjectUrl(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const created = URL.createObjectURL(file)
    setAddress(created)
    return () => {
      setAddress(null)
      URL.revokeObjectURL(created)
    }
  }, [file])
  return address
}
