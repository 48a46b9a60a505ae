import { KycQueue } from '../../features/kyc/kyc-queue.tsx'

export default function KycPage() {
  return <KycQueue />
}
