import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { AuthCard } from '../../features/auth/auth-card.tsx'
import { MissingResetEmail } from '../../features/auth/missing-reset-email.tsx'
import { readResetRequest } from '../../features/auth/reset-request.ts'
import { VerifyOtpForm } from '../../features/auth/verify-otp-form.tsx'

export const meta = () => [{ title: 'Verify OTP · Raahi' }]

export default function VerifyOtpPage() {
  const navigate = useNavigate()
  const [request] = useState(readResetRequest)
  return (
    <AuthCard
      title="Verify OTP"
      text={
        request
          ? `If ${request.email} has an account, we have sent it a code. The code expires in 10 minutes.`
          : 'We have sent the code by email.'
      }
      footer={
        request ? (
          <>
            <Link to="/forgot-password">Use another email</Link> or{' '}
            <Link to="/auth/login">go back to login</Link>
          </>
        ) : (
          <Link to="/auth/login">Back to login</Link>
        )
      }
    >
      {request ? (
        <VerifyOtpForm request={request} onDone={() => navigate('/add-new-password')} />
      ) : (
        <MissingResetEmail />
      )}
    </AuthCard>
  )
}
