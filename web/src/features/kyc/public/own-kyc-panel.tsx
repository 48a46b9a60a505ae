import { Alert } from '@mantine/core'
import { type OwnKyc, submitKyc } from '@raahi/contract/kyc'
import { kycReasons } from '@raahi/contract/kyc-states'
import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, errorMessage, errorWithReason } from '../../../lib/api-error.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RefreshFailed } from '../../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../../ui/skeleton-list.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { notifySuccess } from '../../../ui/toast.ts'
import { KycPicker } from '../../auth/public/kyc-picker.tsx'
import { kycLooks } from './kyc-labels.ts'
import { ownKycQuery, useSubmitKyc } from './own-kyc.api.ts'
import classes from './own-kyc-panel.module.css'

/** The agent's KYC: its state, the reason of a rejection, and the upload. */
export default function OwnKycPanel() {
  const query = useQuery(ownKycQuery)
  const retry = { onRetry: () => query.refetch(), retrying: query.isFetching }
  return (
    <Panel title="KYC" aside={query.data && <OwnBadge status={query.data.status} />}>
      {query.data ? (
        <>
          {query.isError && (
            <RefreshFailed
              text={errorWithReason(query.error, 'Your KYC could not be refreshed.')}
              {...retry}
            />
          )}
          <State kyc={query.data} />
          <Upload kyc={query.data} />
        </>
      ) : query.isError ? (
        <ErrorState
          text={errorWithReason(query.error, 'Your KYC could not be loaded.')}
          {...retry}
        />
      ) : (
        <SkeletonList label="Loading your KYC..." layout="rows" count={1} />
      )}
    </Panel>
  )
}

function OwnBadge({ status }: { status: OwnKyc['status'] }) {
  if (status === 'approved') {
    return (
      <StatusBadge tone="success" icon={IconRosetteDiscountCheck}>
        Verified agency
      </StatusBadge>
    )
  }
  const { tone, text } = kycLooks[status]
  return <StatusBadge tone={tone}>{status === 'submitted' ? 'Being checked' : text}</StatusBadge>
}

function State({ kyc }: { kyc: OwnKyc }) {
  const { status, document, submittedAt, decidedAt, reason } = kyc
  return (
    <div className={classes.state}>
      {status === 'none' && (
        <p>
          Upload your GST certificate, shop licence or PAN. Once we approve it, your profile shows
          the badge ‘Verified agency’.
        </p>
      )}
      {status === 'submitted' && (
        <p>
          We are checking <bdi>{document?.name}</bdi>, uploaded <DateTime value={submittedAt} />. We
          will email you.
        </p>
      )}
      {status === 'approved' && (
        <p>
          We approved your document on <DateTime value={decidedAt} dateOnly />.
        </p>
      )}
      {reason && (
        <Alert color="brick" title="Please upload another document">
          {reason.code === 'other' ? (
            <p className={classes.note}>{reason.text}</p>
          ) : (
            <>
              {kycReasons[reason.code]}
              {reason.text && <p className={classes.note}>{reason.text}</p>}
            </>
          )}
        </Alert>
      )}
      {kyc.isNeededToBuy && status !== 'approved' && (
        <p className={classes.needed}>You can buy leads once your KYC is approved.</p>
      )}
    </div>
  )
}

function Upload({ kyc: { status } }: { kyc: OwnKyc }) {
  const upload = useSubmitKyc()
  const [file, setFile] = useState<File | null>(null)
  const [pickError, setPickError] = useState<string | undefined>()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (pickError) return
    if (!file) return setPickError('Choose a file.')
    upload.mutate(file, {
      onSuccess: () => {
        setFile(null)
        notifySuccess(submitKyc.message)
      },
    })
  }
  const error = pickError ?? (upload.isError ? sendErrorText(upload.error) : undefined)
  return (
    <form onSubmit={send} className={classes.upload} noValidate>
      <KycPicker
        label={status === 'none' ? 'Document' : 'Another document'}
        file={file}
        {...(error && { error })}
        onPick={(picked, pickFault) => {
          setFile(picked)
          setPickError(pickFault)
          upload.reset()
        }}
      />
      {status === 'approved' && (
        <p className={classes.hint}>
          We will check the new document. Until then, your profile does not show the badge.
        </p>
      )}
      <BusyButton type="submit" variant="default" busy={upload.isPending}>
        {upload.isPending ? 'Uploading..' : 'Upload document'}
      </BusyButton>
    </form>
  )
}

function sendErrorText(error: unknown): string {
  const fieldError = error instanceof ApiError ? error.fieldErrors?.kyc : undefined
  return fieldError ?? errorMessage(error, 'The document could not be uploaded.')
}
