import { Anchor, Button, FileButton } from '@mantine/core'
import { logoMaxBytes, logoTypeText } from '@raahi/contract/agency-logo'
import { formatPhone } from '@raahi/contract/formats'
import type { QuoteAgency } from '@raahi/contract/quotes'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { errorMessage } from '../../lib/api-error.ts'
import { Panel } from '../../ui/panel.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { useLogo, useSetLogo } from './quotes.api.ts'
import classes from './quotes.module.css'

/** The details of the agency that a quote shows, and the upload of its logo. */
export function AgencyPanel({ agency }: { agency: QuoteAgency }) {
  const { data: logo } = useLogo(agency.hasLogo)
  const change = useSetLogo()
  const reset = useRef<() => void>(null)
  const set = (file: File | null) =>
    change.mutate(file, {
      onSuccess: () => notifySuccess(file ? 'Logo saved.' : 'Logo removed.'),
      onError: (error) => notifyError(errorMessage(error, 'The logo could not be saved.')),
    })
  const pick = (file: File | null) => {
    reset.current?.()
    if (!file) return
    if (!['image/jpeg', 'image/png'].includes(file.type)) return notifyError(logoTypeText)
    if (file.size > logoMaxBytes) return notifyError('Choose a picture of at most 5 MB.')
    set(file)
  }
  return (
    <Panel title="Your agency">
      {agency.hasLogo && logo && <img src={logo} alt="Your logo" className={classes.logo} />}
      <p className={classes.text}>
        <strong>
          <bdi>{agency.companyName}</bdi>
        </strong>
      </p>
      <p className={classes.soft}>
        <bdi>{agency.agentName}</bdi>
        {agency.phone && ` · ${formatPhone(agency.phone)}`}
      </p>
      <p className={classes.soft}>{agency.email}</p>
      {agency.address && (
        <p className={classes.soft}>
          <bdi>{agency.address}</bdi>
        </p>
      )}
      {agency.gstin && <p className={classes.soft}>GSTIN {agency.gstin}</p>}
      <div className={classes.buttons}>
        <FileButton resetRef={reset} onChange={pick} accept="image/png,image/jpeg">
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="sm"
              loading={change.isPending}
              leftSection={<IconPhotoPlus size={18} aria-hidden />}
            >
              {agency.hasLogo ? 'Change logo' : 'Add your logo'}
            </Button>
          )}
        </FileButton>
        {agency.hasLogo && (
          <Button variant="subtle" color="ink" size="sm" onClick={() => set(null)}>
            Remove logo
          </Button>
        )}
      </div>
      <p className={classes.soft}>
        JPG or PNG. Name, address and GSTIN are in your{' '}
        <Anchor component={Link} to="/dashboard/user-profile" inherit>
          profile
        </Anchor>
        .
      </p>
    </Panel>
  )
}
