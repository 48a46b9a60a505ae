curl -X POST https://public-url.invalid/api/intake/leads \
  -H 'Authorization: Bearer YOUR_KEY' \
  -H 'Content-Type: application/json' \
  -d '{
    "externalId": "crm-1001",
    "name": "Asha Rao",
    "phone": "+919876543210",
    "email": "asha@example.com",
    "city": "Pune",
    "destination": "Goa",
    "travelMonth": "December",
    "adult": 2,
    "leadType": "domestic",
    "consent": {
      "text": "A travel agent may call me about my trip.",
      "at": "2026-11-29T10:00:00+05:30"
    }
  }'
