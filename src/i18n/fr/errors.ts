import type { ErrorWords } from "../errors.ts";

/** The errors' texts for the user, in French. */
export const errors: ErrorWords = {
  PLANNED_MAINTENANCE: "Nous améliorons le service en ce moment.",
  INTERNAL_SERVER_ERROR: "Une erreur est survenue de notre côté.",
  RATE_LIMIT: "Il y a eu trop de tentatives.",
  RECAPTCHA_BAD: "La vérification n’a pas abouti.",

  INSTITUTION_DOWN: "Cet établissement n’est pas disponible pour le moment.",
  INSTITUTION_NOT_AVAILABLE: "Cet établissement n’est pas disponible pour le moment.",
  INSTITUTION_RATE_LIMIT: "Cet établissement est trop sollicité pour le moment.",
  INSTITUTION_NOT_RESPONDING: "Cet établissement ne répond pas pour le moment.",
  INSTITUTION_NO_LONGER_SUPPORTED: "Cet établissement n’est plus pris en charge.",
  UNSUPPORTED_RESPONSE: "Nous n’avons pas compris la réponse de cet établissement.",

  INVALID_LINK_SESSION: "Cette session est terminée.",
  INVALID_LINK_TOKEN: "Ce lien n’est plus valable.",

  INVALID_CREDENTIALS: "Ces identifiants ne correspondent pas. Veuillez les vérifier.",
  INVALID_MFA: "Cette réponse ne correspond pas. Veuillez la vérifier.",
  INVALID_SEND_METHOD: "Le code n’a pas pu être envoyé de cette façon.",
  INVALID_UPDATED_USERNAME:
    "Veuillez vous connecter avec l’identifiant que vous aviez utilisé auparavant.",
  ITEM_LOGIN_REQUIRED: "Vos identifiants ont changé. Veuillez vous connecter de nouveau.",
  ITEM_LOCKED: "Votre compte est bloqué. Vous pouvez le débloquer auprès de votre établissement.",
  ITEM_NOT_SUPPORTED: "Ce type de compte ne peut pas être connecté.",
  MFA_NOT_SUPPORTED: "Ce compte demande une vérification que nous ne prenons pas en charge.",
  NO_ACCOUNTS: "Nous n’avons trouvé aucun compte à connecter.",
  PASSWORD_RESET_REQUIRED:
    "Votre établissement vous demande de choisir un nouveau mot de passe sur son site.",
  USER_INPUT_TIMEOUT: "Le délai est dépassé. Veuillez vous connecter de nouveau.",
  USER_SETUP_REQUIRED: "Votre établissement vous demande de vous connecter d’abord sur son site.",
  ACCESS_NOT_GRANTED:
    "Vous n’avez pas tout autorisé. Veuillez vous connecter de nouveau et accepter.",
  INSUFFICIENT_CREDENTIALS:
    "La connexion n’est pas allée à son terme. Veuillez vous connecter de nouveau.",

  OAUTH_CODE_EXPIRED:
    "Le retour de votre établissement a pris trop de temps. Veuillez vous y rendre de nouveau.",
  OAUTH_ISSUER_MISMATCH:
    "La réponse ne venait pas de votre établissement\u00a0: nous nous sommes arrêtés là. Veuillez vous y rendre de nouveau.",
  OAUTH_LOGIN_MISMATCH:
    "Vous vous êtes connecté sous un autre identifiant, ou avez choisi d’autres comptes qu’auparavant. Veuillez y retourner et choisir les mêmes.",
  OAUTH_POPUP_BLOCKED:
    "Votre navigateur a bloqué la fenêtre. Veuillez autoriser les fenêtres pop-up pour cette page.",
  OAUTH_USER_CANCELLED:
    "Vous n’avez pas donné votre accord auprès de votre établissement\u00a0: rien n’a été connecté.",

  INVALID_FILE: "Ce fichier n’a pas pu être lu.",
  INVALID_ACCOUNT_NUMBER: "L’un de ces numéros ne semble pas correct. Veuillez les vérifier.",
  INSTANT_MATCH_FAILED:
    "Ces numéros ne correspondent à aucun de vos comptes. Veuillez les vérifier.",
  INCORRECT_DEPOSIT_VERIFICATION:
    "Ce ne sont pas les montants que nous avons envoyés. Veuillez consulter votre relevé.",
  TOO_MANY_VERIFICATION_ATTEMPTS:
    "Ces montants ne peuvent plus être confirmés. Ce compte doit être connecté de nouveau.",
};
