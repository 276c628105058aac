import type { ErrorCode } from "../../protocol/errors.ts";

/** What errors say to the user in French: every one that says something in English. */
export const frErrors: { [C in ErrorCode]?: string } = {
  PLANNED_MAINTENANCE: "Nous améliorons le service. Réessayez plus tard.",
  INTERNAL_SERVER_ERROR: "Une erreur est survenue de notre côté. Veuillez réessayer.",
  LINK_UNREACHABLE:
    "Le service est injoignable. Vérifiez votre connexion internet, puis réessayez.",
  RATE_LIMIT: "Trop de tentatives. Patientez un instant.",
  RECAPTCHA_BAD: "La vérification n’a pas abouti. Veuillez réessayer.",

  INSTITUTION_DOWN: "Cet établissement n’est pas disponible pour le moment. Réessayez plus tard.",
  INSTITUTION_NOT_AVAILABLE:
    "Cet établissement n’est pas disponible pour le moment. Réessayez plus tard.",
  INSTITUTION_NOT_RESPONDING:
    "Cet établissement ne répond pas pour le moment. Réessayez plus tard.",
  INSTITUTION_NO_LONGER_SUPPORTED:
    "Cet établissement n’est plus pris en charge. Choisissez-en un autre.",
  UNSUPPORTED_RESPONSE: "Nous n’avons pas compris cet établissement. Réessayez plus tard.",

  INVALID_LINK_SESSION: "Cette session est terminée. Fermez cette fenêtre et recommencez.",
  INVALID_LINK_TOKEN: "Ce lien n’est plus valable. Veuillez recommencer.",

  INVALID_CREDENTIALS:
    "Ces identifiants ne correspondent pas. Vérifiez-les, puis essayez de nouveau.",
  INVALID_MFA: "Cette réponse ne correspond pas. Veuillez réessayer.",
  INVALID_SEND_METHOD: "Le code n’a pas pu être envoyé ainsi. Fermez cette fenêtre et recommencez.",
  INVALID_UPDATED_USERNAME: "Connectez-vous avec l’identifiant que vous aviez utilisé auparavant.",
  ITEM_LOGIN_REQUIRED: "Vos identifiants ont changé. Veuillez vous connecter de nouveau.",
  ITEM_LOCKED: "Votre compte est bloqué. Débloquez-le auprès de votre établissement, puis revenez.",
  ITEM_NOT_SUPPORTED:
    "Ce type de compte ne peut pas être connecté. Choisissez un autre établissement.",
  MFA_NOT_SUPPORTED:
    "Ce compte demande une vérification que nous ne prenons pas en charge. Choisissez un autre établissement.",
  NO_ACCOUNTS: "Nous n’avons trouvé aucun compte à connecter. Essayez un autre établissement.",
  PASSWORD_RESET_REQUIRED:
    "Choisissez un nouveau mot de passe sur le site de votre établissement, puis revenez.",
  USER_INPUT_TIMEOUT: "Le délai est dépassé. Veuillez vous connecter de nouveau.",
  USER_SETUP_REQUIRED: "Connectez-vous une fois sur le site de votre établissement, puis revenez.",
  ACCESS_NOT_GRANTED:
    "Vous n’avez pas autorisé le partage de ce qui est nécessaire. Réessayez et autorisez-le.",
  INSUFFICIENT_CREDENTIALS: "La connexion n’est pas allée à son terme. Veuillez réessayer.",

  INVALID_ACCOUNT_NUMBER: "Ce numéro de compte ne semble pas correct. Veuillez le vérifier.",
  INSTANT_MATCH_FAILED:
    "Ces numéros ne correspondent à aucun de vos comptes. Veuillez les vérifier.",
  INCORRECT_DEPOSIT_VERIFICATION:
    "Ce ne sont pas les montants que nous avons envoyés. Consultez de nouveau votre relevé.",
  TOO_MANY_VERIFICATION_ATTEMPTS:
    "Les montants étaient faux trop souvent. Veuillez connecter votre compte de nouveau.",
};
