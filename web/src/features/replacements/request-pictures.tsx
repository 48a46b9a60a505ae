import { Alert } from '@mantine/core'
import { getRequestPicture, type RequestPicture } from '@raahi/contract/replacement-pictures'
import { IconPhoto } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { formatUnits } from '../../lib/ages.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { callForFile } from '../../lib/api-file.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import classes from './request-pictures.module.css'

interface RequestPicturesProps {
  pictures: readonly RequestPicture[]
  /** Renders the actions on a picture below it. */
  actionOf?: (picture: RequestPicture, name: string) => ReactNode
}

/** Pictures of a request. They are private, so they are loaded only when they are opened. */
export function RequestPictures({ pictures, actionOf }: RequestPicturesProps) {
  const [addresses, setAddresses] = useState<Record<string, string>>({})
  const [isOpen, setOpen] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { busy, run } = useSingleRun()
  const { load, release } = usePictureAddresses()
  useEffect(() => release, [release])
  if (pictures.length === 0) return null
  const open = () =>
    run(async () => {
      setFailure(null)
      const loaded = await load(pictures)
      setAddresses(loaded.addresses)
      setOpen(true)
      if (loaded.failed > 0) {
        setFailure(
          `${formatUnits(loaded.failed, 'picture')} could not be opened. ${errorMessage(loaded.error, '')}`.trim(),
        )
      }
    })
  const shown = isOpen ? pictures.filter(({ _id }) => addresses[_id]) : []
  return (
    <div className={classes.pictures}>
      {failure && (
        <Alert color="brick" role="alert">
          {failure}
        </Alert>
      )}
      {shown.length > 0 && (
        <ul className={classes.list}>
          {shown.map((picture, index) => (
            <li key={picture._id} className={classes.item}>
              <a
                href={addresses[picture._id]}
                target="_blank"
                rel="noreferrer"
                className={classes.link}
              >
                <img
                  src={addresses[picture._id]}
                  alt={`Screenshot ${index + 1}, added ${formatDateTime(picture.addedAt)}`}
                  className={classes.picture}
                />
              </a>
              {actionOf?.(picture, `screenshot ${index + 1}`)}
            </li>
          ))}
        </ul>
      )}
      {shown.length < pictures.length && (
        <BusyButton
          variant="default"
          size="sm"
          busy={busy}
          onClick={() => void open()}
          leftSection={<IconPhoto size={18} aria-hidden />}
        >
          {busy ? 'Opening..' : `Show ${formatUnits(pictures.length, 'picture')}`}
        </BusyButton>
      )}
    </div>
  )
}

/** Loads pictures as object URLs, and revokes the URLs. */
function usePictureAddresses() {
  const [addresses] = useState(() => new Map<string, string>())
  const [functions] = useState(() => ({
    /** Loads the pictures. A picture that fails does not hide the others. */
    load: async (pictures: readonly RequestPicture[]) => {
      let failed = 0
      let error: unknown
      for (const { _id: pictureId } of pictures) {
        if (addresses.has(pictureId)) continue
        try {
          const file = await callForFile(getRequestPicture, { params: { pictureId } })
          // The address belongs to the site, so a file of another kind must never be opened as a page.
          if (file.type !== 'image/webp') throw new Error('The file is not a WebP picture.')
          addresses.set(pictureId, URL.createObjectURL(file))
        } catch (cause) {
          failed += 1
          error = cause
        }
      }
      return { addresses: Object.fromEntries(addresses), failed, error }
    },
    release: () => {
      for (const address of addresses.values()) URL.revokeObjectURL(address)
      addresses.clear()
    },
  }))
  return functions
}
