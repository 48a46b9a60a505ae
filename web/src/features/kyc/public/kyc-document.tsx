import { Alert, Anchor } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getUserKyc, type User, unusedAccountDays } from '@raahi/contract/users'
import { IconDownload, IconExternalLink, IconFileText } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../lib/api-error.ts'
import { callForFile } from '../../../lib/api-file.ts'
import { useSingleRun } from '../../../lib/use-single-run.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { type FileKind, toShownFile } from '../kyc-file.ts'
import classes from './kyc-document.module.css'

type DocumentOwner = Pick<User, '_id' | 'kyc' | 'kycDeletedAt'>

interface KycDocumentProps {
  user: DocumentOwner
  /** Called when the document is on the screen. */
  onOpened?: () => void
  /** Shows only links for a PDF, for places without room for a frame. */
  linksPdf?: boolean
}

/**
 * The KYC document of a user. It is private and the audit log records each opening, so it is loaded only when it is
 * opened, and released when it leaves the screen.
 */
export function KycDocument({ user, onOpened, linksPdf = false }: KycDocumentProps) {
  const [file, setFile] = useState<OpenedFileProps['file'] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { busy, run } = useSingleRun()
  useEffect(() => {
    if (file) return () => URL.revokeObjectURL(file.address)
  }, [file])

  const open = () =>
    run(async () => {
      setFailure(null)
      try {
        const { file, kind } = await toShownFile(
          await callForFile(getUserKyc, { params: { userId: user._id } }),
        )
        setFile({ address: URL.createObjectURL(file), kind })
        onOpened?.()
      } catch (error) {
        setFailure(errorMessage(error, 'The document could not be opened.'))
      }
    })

  if (!user.kyc) return <p className={classes.none}>{noDocument(user)}</p>
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
        <OpenedFile file={file} name={user.kyc.name} linksPdf={linksPdf} />
      ) : (
        <BusyButton data-open variant="default" size="sm" onClick={open} busy={busy}>
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

type OpenedFileProps = {
  file: { address: string; kind: FileKind }
  name: string
  linksPdf: boolean
}

function OpenedFile({ file: { address, kind }, name, linksPdf }: OpenedFileProps) {
  const showsFrame = useShowsFrame() && !linksPdf
  const links = useRef<HTMLParagraphElement>(null)
  // The links replace the button that was pressed.
  useEffect(() => {
    if (document.activeElement === document.body) links.current?.querySelector('a')?.focus()
  }, [])
  return (
    <>
      {kind === 'picture' && (
        <img src={address} alt={`KYC document ${name}`} className={classes.picture} />
      )}
      {kind === 'pdf' && showsFrame && (
        // A sandboxed frame would not start the browser's viewer of PDFs.
        <iframe
          src={`${address}#navpanes=0&view=FitH`}
          title={`KYC document ${name}`}
          className={classes.frame}
        />
      )}
      <p ref={links} className={classes.links}>
        {kind !== 'other' && (
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

/**
 * Whether a PDF is shown on the page. Browsers on phones cannot show a PDF inside a page, and phones have no room for
 * it. There a link opens the PDF.
 */
function useShowsFrame(): boolean {
  const [isBlocked, setBlocked] = useState(false)
  const isWide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false })
  // A layout effect listens before the frame is rendered, because the violation follows immediately.
  useLayoutEffect(() => {
    // If the app was loaded as a public page, its security policy forbids frames.
    const noteBlocked = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src') setBlocked(true)
    }
    document.addEventListener('securitypolicyviolation', noteBlocked)
    return () => document.removeEventListener('securitypolicyviolation', noteBlocked)
  }, [])
  return Boolean(isWide) && navigator.pdfViewerEnabled && !isBlocked
}
