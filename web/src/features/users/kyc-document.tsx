import { Alert, Anchor } from '@mantine/core'
import { type User, unusedAccountDays } from '@raahi/contract/users'
import { IconDownload, IconExternalLink, IconFileText } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../lib/api-error.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import classes from './kyc-document.module.css'
import { readKyc } from './users.api.ts'

type DocumentOwner = Pick<User, '_id' | 'kyc' | 'kycDeletedAt'>

/** What of a document is drawn on the page itself; anything else is opened or saved. */
const pictureTypes = ['image/jpeg', 'image/png']
const openableTypes = [...pictureTypes, 'application/pdf']

/**
 * The KYC document of a user, fetched when it is asked for: it is private, so no link leads to it. What
 * was fetched is given up as soon as this leaves the screen.
 */
export function KycDocument({ user }: { user: DocumentOwner }) {
  const [file, setFile] = useState<{ address: string; type: string } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { busy, run } = useSingleRun()
  useEffect(() => {
    if (file) return () => URL.revokeObjectURL(file.address)
  }, [file])

  if (!user.kyc) return <p className={classes.none}>{noDocument(user)}</p>
  const open = () =>
    run(async () => {
      setFailure(null)
      try {
        const blob = await readKyc(user._id)
        setFile({ address: URL.createObjectURL(blob), type: blob.type })
      } catch (error) {
        setFailure(errorMessage(error, 'The document could not be opened.'))
      }
    })
  return (
    <div className={classes.document}>
      <p className={classes.name}>
        <IconFileText size={20} stroke={1.75} aria-hidden />
        <bdi>{user.kyc.name}</bdi>
      </p>
      {failure && (
        <Alert color="brick" role="alert">
          {failure}
        </Alert>
      )}
      {file ? (
        <OpenedFile file={file} name={user.kyc.name} />
      ) : (
        <BusyButton variant="default" size="sm" onClick={open} busy={busy}>
          {busy ? 'Opening..' : 'Open KYC document'}
        </BusyButton>
      )}
    </div>
  )
}

function noDocument({ kycDeletedAt }: DocumentOwner) {
  if (!kycDeletedAt) return 'No document was uploaded.'
  return (
    <>
      KYC document deleted on <DateTime value={kycDeletedAt} dateOnly />, because the account was
      not used within {unusedAccountDays} days of sign-up.
    </>
  )
}

type OpenedFileProps = { file: { address: string; type: string }; name: string }

function OpenedFile({ file: { address, type }, name }: OpenedFileProps) {
  const links = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // They take the place of the button that was pressed, and its focus with it.
    if (document.activeElement === document.body) links.current?.querySelector('a')?.focus()
  }, [])
  return (
    <>
      {pictureTypes.includes(type) && (
        <img src={address} alt={`KYC document ${name}`} className={classes.picture} />
      )}
      <p ref={links} className={classes.links}>
        {openableTypes.includes(type) && (
          <Anchor href={address} target="_blank" rel="noreferrer" className={classes.link}>
            <IconExternalLink size={18} aria-hidden />
            Open in a new tab
          </Anchor>
        )}
        <Anchor href={address} download={name} className={classes.link}>
          <IconDownload size={18} aria-hidden />
          Download
        </Anchor>
      </p>
    </>
  )
}
