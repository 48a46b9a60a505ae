import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { AuthCard } from '../../features/auth/auth-card.tsx'
import { MissingResetEmail } from '../../features/auth/missing-reset-email.tsx'
import { NewPasswordForm } from '../../features/auth/new-password-form.tsx'
import { deleteResetRequest, readResetRequest } from '../../features/auth/reset-request.ts'
import { endSession } from '../../lib/session.ts'

export const meta = () => [{ title: 'New password · Raahi' }]

export default function AddNewPasswordPage() {
  const navigate = useNavigate()
  const [request] = useState(readResetRequest)
  const finish = (email: string) => {
    deleteResetRequest()
    endSession() // The server has ended every session of the account.
    navigate('/auth/login', { state: { email }, replace: true })
  }
  return (
    <AuthCard
      title="New password"
      text={
        request
          ? `For ${request.email}. You will be logged out of all devices.`
          : 'Choose a new password.'
      }
      footer={<Link to="/auth/login">Back to login</Link>}
    >
      {request ? (
        <NewPasswordForm email={request.email} onDone={() => finish(request.email)} />
      ) : (
        <MissingResetEmail />
      )}
    </AuthCard>
  )
}
