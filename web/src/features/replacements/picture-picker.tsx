import { ActionIcon, Button, FileButton, Input } from '@mantine/core'
import { maxPictures, pictureDays } from '@raahi/contract/picture-limits'
import { IconPhoto, IconPhotoPlus, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { acceptedPictures, addChosen, maxPictureMegabytes } from './picture-files.ts'
import classes from './picture-picker.module.css'

interface PicturePickerProps {
  files: readonly File[]
  onChange: (files: File[]) => void
  disabled: boolean
}

/** Chooses up to three pictures, which are sent with the form. */
export function PicturePicker({ files, onChange, disabled }: PicturePickerProps) {
  const [fault, setFault] = useState<string | undefined>()
  const reset = useRef<() => void>(null)
  const add = (chosen: File[]) => {
    const added = addChosen(files, chosen)
    setFault(added.fault)
    onChange(added.files)
    // Otherwise the browser ignores a file that was removed and is chosen again.
    reset.current?.()
  }
  return (
    <Input.Wrapper
      label="Pictures (optional)"
      labelElement="div"
      description={`Up to ${maxPictures} screenshots, such as the chat or your call list. JPG, PNG or WebP, max ${maxPictureMegabytes} MB each. Only you and our team see them. We delete them ${pictureDays} days after the decision.`}
      error={fault}
      errorProps={{ role: 'alert' }}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      classNames={{ description: classes.description ?? '' }}
    >
      <div className={classes.pictures}>
        {files.length > 0 && (
          <ul className={classes.files}>
            {files.map((file, index) => (
              <li key={`${file.name} ${file.size} ${file.lastModified}`} className={classes.file}>
                <IconPhoto size={20} stroke={1.75} aria-hidden />
                <span className={classes.name}>{file.name}</span>
                <ActionIcon
                  variant="subtle"
                  color="ink"
                  size={40}
                  disabled={disabled}
                  aria-label={`Remove ${file.name}`}
                  onClick={() => {
                    setFault(undefined)
                    onChange(files.filter((_, at) => at !== index))
                  }}
                >
                  <IconX size={18} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        {files.length < maxPictures && (
          <FileButton resetRef={reset} onChange={add} accept={acceptedPictures} multiple>
            {(props) => (
              <Button
                {...props}
                variant="default"
                disabled={disabled}
                leftSection={<IconPhotoPlus size={18} aria-hidden />}
              >
                {files.length === 0 ? 'Add pictures' : 'Add another picture'}
              </Button>
            )}
          </FileButton>
        )}
      </div>
    </Input.Wrapper>
  )
}
