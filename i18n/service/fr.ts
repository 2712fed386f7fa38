import type { ServiceTexts } from './texts.ts';

const texts: ServiceTexts = {
  problem: {
    invalid_request: 'La demande n’est pas utilisable telle quelle. Rechargez la fenêtre et réessayez.',
    unauthorized: 'La clé de cette fenêtre n’est pas connue ici ou a été révoquée. Rouvrez Interlinear.',
    insufficient_credit:
      'Cette tâche a {chars} caractères et coûte autant de crédits. Le compte en a {balance}, dont {reserved} réservés aux tâches en cours. Créditez le compte, attendez les tâches en cours ou envoyez moins de texte.',
    not_found: 'Cela n’existe plus : on l’a supprimé, peut-être dans une autre fenêtre. Rechargez la vue.',
    method_not_allowed:
      'Le service ne connaît pas cette demande. Rechargez la fenêtre : elle est peut-être d’une autre version.',
    job_failed: 'Cette tâche a échoué. Relancez-la.',
    job_cancelled: 'Cette tâche a été annulée ; il n’y a pas de fichier traduit. Relancez-la.',
    layout_unavailable:
      'La mise en page de ce document n’a pas pu être reconstruite. Sa traduction existe en document simple.',
    no_keychain:
      'Il n’y a ici aucun trousseau capable de garder une clé. Lancez plutôt le service avec {variable}.',
    idempotency_mismatch: 'Cette demande a déjà été envoyée avec un autre contenu. Renvoyez-la.',
    quota_exceeded:
      'Ce compte a créé {limit} documents Word en 24 heures, son maximum. Le prochain sera possible à partir de : {frees_at}.',
    too_many_jobs:
      'Ce compte a {limit} tâches en cours, son maximum à la fois. Attendez que l’une finisse ou annulez-en une.',
    internal_error: 'Le service a rencontré une erreur interne. Son journal en dit plus. Réessayez.',
    engine_unavailable:
      'Aucun moteur n’est prêt à traduire {from} → {to}. « Moteurs » montre ce qui manque à chacun.',
    storage_full:
      'Il n’y a plus de place sur le disque du dossier de données. Faites de la place et réessayez.',
    required: '« {field} » manque. Indiquez-le.',
    too_long: '« {field} » dépasse {limit} caractères. Raccourcissez-le.',
    too_many: '« {field} » a plus de {limit} éléments. Envoyez-en moins.',
    too_few: '« {field} » est vide. Ajoutez quelque chose.',
    unknown_language: '« {value} » n’est pas une langue connue ici. Choisissez-en une dans la liste.',
    unsupported_pair: 'Aucun moteur ne traduit ici {from} → {to}. Choisissez d’autres langues.',
    same_language: 'La langue source et la langue cible sont la même. Choisissez une autre langue cible.',
    auto_not_supported: 'La langue source n’est pas détectée ici. Choisissez-la.',
    unknown_engine: 'Le moteur « {engine} » n’existe pas ici. Choisissez-en un autre.',
    bad_json: 'La demande est illisible. Rechargez la fenêtre et réessayez.',
    bad_glossary:
      'Le glossaire n’est pas utilisable tel quel. Chaque entrée a besoin d’un terme et d’une traduction.',
    not_multipart:
      'Le fichier n’est pas arrivé comme il le faut au service. Rechargez la fenêtre et réessayez.',
    not_json: 'La demande n’est pas arrivée comme il la faut au service. Rechargez la fenêtre et réessayez.',
    truncated: 'Le fichier n’est pas arrivé entier. Renvoyez-le.',
    file_too_large: 'Le fichier dépasse {limit} Mo. Divisez-le et traduisez les parties une à une.',
    empty_file:
      'Le fichier est vide (0 octet). Il n’a peut-être pas été enregistré ou copié en entier : vérifiez-le et réessayez.',
    unsupported_file_type:
      'Les fichiers de type .{extension} ne peuvent pas être traduits ici. Enregistrez le texte en {formats} et traduisez ce fichier.',
    wrong_extension:
      'Le fichier se nomme .{extension}, mais c’est un fichier .{kind}. Renommez-le pour qu’il finisse par .{kind} et réessayez.',
    macro_enabled:
      'Le fichier peut contenir des macros, qui ne sont pas traitées ici par sécurité. Enregistrez-le comme simple document (.docx), classeur (.xlsx) ou présentation (.pptx) et traduisez ce fichier.',
    template:
      'Le fichier est un modèle. Enregistrez-le comme simple document (.docx), classeur (.xlsx) ou présentation (.pptx) et traduisez ce fichier.',
    legacy_office:
      'Le fichier est dans un ancien format Office (.doc, .xls, .ppt). Ouvrez-le dans Word, Excel, PowerPoint ou LibreOffice, enregistrez-le en .docx, .xlsx ou .pptx et traduisez ce fichier.',
    choose_target: 'Le paquet a plusieurs langues cibles ({languages}). Choisissez-en une.',
    encrypted: 'Le paquet est chiffré. Demandez-en un sans mot de passe.',
    server_package:
      'Le paquet renvoie à un serveur et ne contient pas de fichiers à traduire. Demandez un paquet avec des fichiers.',
    other_tool:
      'Ce n’est pas un paquet de Trados Studio ni de memoQ. Envoyez un .sdlppx, .mqxlz ou .mqout, ou les fichiers eux-mêmes.',
    no_project: 'Il manque au paquet le fichier du projet (.sdlproj). Demandez un nouveau paquet.',
    no_files:
      'Le paquet ne contient pas de fichiers bilingues pour cette langue. Demandez un nouveau paquet.',
    unsafe_name:
      'Le paquet a été refusé, car le nom d’un de ses fichiers mène hors de lui. Demandez un nouveau paquet.',
    damaged: 'Le paquet est endommagé. Téléchargez-le de nouveau, ou demandez-en un autre.',
    too_large:
      'Le paquet occupe, décompressé, plus que ce qui est lu ici. Demandez plusieurs paquets plus petits.',
    password_protected:
      'Le fichier est protégé par un mot de passe et donc illisible. Retirez le mot de passe dans le programme qui l’a créé et réessayez.',
    copying_forbidden:
      'L’auteur de ce PDF interdit d’en copier le texte. Si vous avez le droit de le traduire, indiquez-le avec l’option pdf.rights et envoyez-le de nouveau.',
    text_is_picture:
      'Ce PDF est fait d’images de pages (une numérisation) et ne contient aucune lettre. Il faut d’abord en reconnaître le texte ; envoyez le résultat.',
    letters_unreadable:
      'Les polices de ce PDF ne disent pas quelles lettres elles dessinent ; ce qu’on en copie est illisible dans tous les programmes. Imprimez-le dans un nouveau PDF avec reconnaissance du texte et envoyez celui-ci.',
    dynamic_form:
      'Ce PDF est un formulaire dynamique (XFA), dont seul le programme qui l’a créé peut afficher le texte. Enregistrez-le là comme PDF ordinaire et envoyez celui-ci.',
    damaged_file:
      'Le fichier est endommagé. Ouvrez-le dans le programme qui l’a créé, enregistrez-le à nouveau et traduisez la nouvelle copie.',
    hostile_file:
      'Le fichier a été refusé : il est fait comme ne le sont jamais les documents ordinaires. Si vous en connaissez l’origine, enregistrez-le à nouveau dans le programme qui l’a créé et envoyez la nouvelle copie.',
    undecodable_text: 'Ce fichier contient des données binaires, pas du texte. Envoyez un fichier {formats}.',
    broken_csv:
      'Le tableau CSV est illisible. Enregistrez-le à nouveau en CSV dans un tableur et traduisez ce fichier.',
    too_many_segments:
      'Cela fait plus de {limit} segments, le maximum d’une tâche. Divisez le texte et envoyez les parties une à une.',
    timeout: 'L’envoi a pris trop de temps. Renvoyez-le.',
    bad_range: 'La partie demandée du fichier n’existe pas. Rechargez le fichier.',
    other_language:
      'Le fichier est traduit dans la langue « {language} », pas dans la langue cible choisie ici. Choisissez cette langue, ou prenez le fichier de l’autre.',
    other_job: 'Ce fichier est celui d’une autre tâche. Choisissez le fichier exporté de celle-ci.',
    fixed:
      '« {field} » est fixé par l’environnement ou la ligne de commande pour cette exécution. Changez-le là-bas.',
  },
  reason: {
    other_client: 'Cette clé est liée à un client et ne voit rien des autres.',
    unknown_client: 'Ce client n’existe pas (ou plus). Choisissez-en un autre.',
    client_name_taken: 'Il y a déjà un client « {name} ». Choisissez un autre nom.',
    general_stays: '« Général » reste : il possède ce qui n’est à aucun autre client.',
    engine_not_allowed:
      'Le client « {client} » n’autorise pas le moteur « {engine} ». Choisissez-en un autorisé, ou modifiez le client.',
    scope_missing:
      'La clé de cette fenêtre peut traduire, mais pas administrer. Il faut ici une clé avec le droit « {scope} ».',
    sign_in_used:
      'Cette adresse de connexion a déjà servi, a plus de deux minutes ou vient d’un démarrage précédent. Rouvrez Interlinear.',
    job_not_done: 'Cette tâche n’est pas terminée. Les traductions se modifient une fois qu’elle l’est.',
    not_cancellable: 'Cette tâche est déjà finie et ne peut plus être annulée.',
    not_retryable: 'Seule une tâche échouée ou annulée peut être relancée.',
    job_deleted: 'La tâche a été supprimée pendant qu’on modifiait ses traductions.',
    not_a_session: 'Cette clé n’est pas la session d’un navigateur, la seule qui se ferme ici.',
    edit_not_built:
      'Le fichier traduit n’a pas pu être construit avec les modifications de cette tâche ; elles sont enregistrées. Annulez les dernières ; le journal dit pourquoi.',
    stale_revision:
      'Ces traductions ont été modifiées ailleurs entre-temps. Regardez leur état actuel, puis renvoyez les vôtres.',
    preview_unavailable:
      'Ce document ne peut pas être affiché en page : sa tâche a échoué ou a été annulée, ou sa mise en page n’a pas pu être reconstruite. Travaillez dans les lignes, ou relancez la tâche.',
    preview_too_large:
      'La page de ce document pèse {mb} Mo une fois décompressée ; {limit} Mo au plus sont affichés. Travaillez dans les lignes, et enregistrez le fichier pour voir ses pages.',
    no_page:
      'Il n’y a pas d’image de page pour ce texte. Seuls en ont une les textes d’un PDF qui se trouvent sur ses pages.',
    keychain_unusable:
      'Le trousseau de ce système n’est pas utilisable. Déverrouillez-le ou donnez la clé par sa variable d’environnement (INTERLINEAR_…_KEY).',
    no_secret_service:
      'Ce bureau n’a pas de trousseau qui garde une clé secrète (GNOME Keyring, KWallet ou un autre Secret Service). Installez-en un et déverrouillez-le, ou donnez la clé par sa variable d’environnement (INTERLINEAR_…_KEY).',
    event_streams: 'Ce compte a {limit} fenêtres ou programmes connectés, son maximum. Fermez-en un.',
    service_busy:
      'Le service a trop de fichiers et de connexions ouverts en ce moment. Réessayez dans quelques secondes.',
    engine_no_answer:
      'Le moteur n’a pas répondu en {seconds} secondes. Envoyez moins de texte à la fois, ou un lot, dont on peut suivre l’avancement.',
    terms_not_allowed:
      'Ce modèle de langage est sur une autre machine et ne peut pas recevoir de textes avant la traduction. Autorisez sous Moteurs l’envoi de traductions antérieures, ou traduisez sans premier passage.',
    process_restarting:
      'Le processus de traduction vient de s’arrêter et redémarre. Réessayez dans un instant.',
    account_storage:
      'Les tâches, les alignements, les glossaires et la mémoire de ce compte occupent {stored} Mo et, avec ceci, dépasseraient les {limit} Mo permis. Supprimez des tâches ou des glossaires devenus inutiles, videz la mémoire d’une direction ou relevez la limite dans les réglages.',
    linked_file:
      'Les glossaires et la mémoire de traduction sont inutilisables : {name}, dans le dossier de données, est un lien. Mettez le fichier lui-même à sa place ou supprimez le lien.',
    number_too_small: '« {field} » doit valoir au moins {limit}.',
    number_too_large: '« {field} » peut valoir au plus {limit}.',
    unsafe_address:
      '« {address} » n’est pas utilisable. Écrivez une adresse qui commence par https://, ou par http:// pour cette machine ou un réseau privé.',
    no_whole_path: 'Ce n’est pas un chemin complet. Écrivez-le depuis la racine du disque.',
    key_characters: 'Une clé n’a que des caractères ASCII visibles, au plus {limit}.',
    unusable_model:
      'Le fichier n’est pas un modèle utilisable ici, ou il est endommagé. Reprenez-le là d’où il vient.',
    edit_too_long: 'La traduction est bien plus longue que sa source. Raccourcissez-la.',
    edit_control_characters:
      'La traduction contient des caractères de contrôle, qu’aucun document n’accepte. Retirez-les.',
    edit_codes: 'Les codes ne sont pas ceux de la source. Reprenez chacun d’elle, une seule fois.',
    segment_locked: 'Ce segment est verrouillé dans le fichier et ne peut pas être modifié.',
    edit_nothing_to_translate: 'Il n’y a rien à traduire dans ce segment ; il est copié tel quel.',
    segment_twice:
      'Ce segment figure deux fois dans le fichier ; le premier a été repris. Ne laissez chacun qu’une fois.',
    segment_kept_whole:
      'Ce segment reste entier : il est copié tel quel, ou son fichier a une traduction ou une longueur pour l’ensemble.',
    batch_kept_whole:
      'Un texte d’un lot est un seul segment. Seules les phrases de documents se divisent et se fusionnent.',
    split_inside_code:
      'Un segment ne peut pas être divisé à l’intérieur d’un code. Choisissez un endroit entre deux mots.',
    split_empty_part: 'Les deux parties ont besoin de texte. Choisissez un endroit entre deux mots.',
    split_inside_link: 'Un lien ou un champ reste entier. Choisissez un endroit avant ou après.',
    join_at_end: 'C’est le dernier segment. Il n’y en a pas après lui avec lequel le fusionner.',
    pairs_not_whole:
      'Les paires ne contiennent pas exactement les textes qu’elles remplacent. Rechargez les paires et réessayez.',
    pair_twice: 'Un texte figure dans deux paires. Chacun n’appartient qu’à une seule.',
    pair_one_sided:
      'Une paire à laquelle il manque un côté ne peut pas être acceptée. Fusionnez-la avec une autre ou rejetez-la.',
    no_partner:
      'Aucun fichier n’a de pendant : hormis la langue, leurs noms diffèrent. Nommez-les de la même façon, par exemple contrat_FR.docx et contrat_EN.docx.',
    bilingual_file:
      'Ce fichier contient déjà les textes avec leurs traductions : il n’y a rien à aligner. Importez les fichiers TMX dans la mémoire ; ouvrez les autres fichiers bilingues comme documents et confirmez leurs traductions.',
    alignment_running:
      'Cet alignement n’a pas encore de paires. Attendez qu’il soit terminé ou alignez de nouveau les fichiers.',
    join_across_paragraphs:
      'Le segment suivant commence un autre paragraphe. Seules les phrases d’un même paragraphe se fusionnent.',
    other_source: 'Le texte source n’est pas celui de la tâche. Laissez-le tel quel.',
    row_changed:
      'La ligne a été fractionnée ou fusionnée avec une autre, ou il y en a une sans numéro sous elle. Mettez toute la traduction dans la seule cellule à côté de son numéro et de sa source.',
    empty_translation: 'La traduction est vide.',
    no_export:
      'Ce fichier ne peut pas être importé ici. Exportez la tâche en XLIFF, CSV, XLSX ou tableau Word, modifiez-y les traductions et importez ce fichier.',
    lost_letters:
      'Dans ce fichier, des lettres sont devenues des points d’interrogation : il a été enregistré dans un codage qui ne les a pas. Modifiez les traductions dans un nouvel export et enregistrez-le en UTF-8.',
    no_entries:
      'Le fichier n’a pas d’entrées de {from} vers {to}. Un CSV a besoin de deux colonnes, terme et traduction ; un TMX d’unités dans les deux langues.',
    unknown_glossary: 'Le glossaire choisi n’existe plus. Choisissez-en un autre sous « Options ».',
    unknown_model_file:
      'Ce n’est pas un fichier d’un modèle connu, ou il est endommagé. Prenez les fichiers tels qu’ils sont à l’adresse des modèles, encore compressés (.gz).',
    engine_lacks_pair:
      '{engine} ne traduit pas {from} → {to}. Choisissez d’autres langues ou un autre moteur.',
    engine_lists_no_terms:
      '{engine} ne relève ni noms ni termes. Choisissez un modèle de langage généraliste, ou traduisez sans premier passage.',
    no_dictionary:
      'Le glossaire n’a pas de dictionnaire pour ces langues. Créez-en un ou choisissez un autre glossaire.',
    unknown_format_option:
      'Les fichiers {format} n’ont pas d’option « {option} ». Options possibles : {options}.',
    format_option_value:
      'L’option {option} ne peut pas avoir cette valeur. La documentation des formats indique les valeurs possibles.',
    column_unknown: 'Le tableau n’a pas de colonne « {column} ». Colonnes présentes : {columns}.',
    column_names_without_header:
      'Les colonnes sont choisies par leur nom, mais header vaut false. Choisissez-les par lettre ou par numéro, ou omettez header.',
    into_columns:
      'L’option into doit indiquer une colonne pour chacune de celles de columns : chacune une seule fois, aucune qui soit elle-même traduite, les nouvelles juste après la dernière.',
    text_under_other_name:
      'Le fichier se nomme .{extension}, mais contient du texte brut. Renommez-le en .txt ou .csv si c’en est un, ou enregistrez-le à nouveau dans son programme.',
    unnamed_text:
      'Le fichier contient du texte, mais son nom ne dit pas de quel type. Renommez-le pour qu’il finisse par .txt (un segment par ligne) ou .csv (un tableau) et renvoyez-le.',
    rtf: 'Le fichier est un document RTF, qui ne peut pas être traduit ici. Enregistrez-le en DOCX dans Word ou LibreOffice et traduisez ce fichier.',
    image:
      'Le fichier est une image, qui ne peut pas être traduite ici. Saisissez le texte qu’elle montre dans un fichier DOCX ou TXT et traduisez ce fichier.',
    media: notTranslatable('un son ou une vidéo'),
    archive: 'Le fichier est une archive. Décompressez-la et envoyez le document qu’elle contient.',
    program: notTranslatable('un programme ou une base de données'),
    opendocument:
      'Le fichier est un dessin, une formule, une base de données ou un document maître OpenDocument. Enregistrez le texte dans LibreOffice en .odt et envoyez celui-ci.',
    opendocument_template:
      'Le fichier est un modèle. Enregistrez-le comme document (.odt), classeur (.ods) ou présentation (.odp) et envoyez celui-ci.',
    flat_opendocument:
      'Le fichier est un document OpenDocument en un seul fichier XML (FODT, FODS, FODP). Enregistrez-le dans LibreOffice en .odt, .ods ou .odp et envoyez celui-ci.',
    old_openoffice:
      'Le fichier est au format d’OpenOffice.org 1 (SXW, SXC, SXI). Enregistrez-le dans LibreOffice en .odt, .ods ou .odp et envoyez celui-ci.',
    own_export:
      'Le fichier a été exporté d’une tâche d’ici. Importez-le dans cette tâche au lieu de le traduire à nouveau.',
    string_catalog:
      'Le fichier est un catalogue de chaînes Xcode, qui ne peut pas encore être traduit ici. Exportez ses localisations depuis Xcode au format XLIFF et envoyez ce fichier.',
    presentation: notTranslatable('un dessin'),
    binary_workbook:
      'Le fichier est un classeur Excel binaire (XLSB), illisible ici. Enregistrez-le en .xlsx dans Excel et traduisez ce fichier.',
    po_of_keys:
      'Les msgid de ce fichier sont des clés et ses textes sont dans msgstr : il n’y reste rien à traduire. Mettez les textes de la langue source dans msgid et envoyez de nouveau le fichier.',
    old_format: notTranslatable('dans un ancien format Microsoft'),
    no_simple_document:
      'La traduction n’a pas pu être mise dans la mise en page de ce fichier ; le journal dit pourquoi. Ouvrez-le dans le programme qui l’a créé, enregistrez-le de nouveau, ou en DOCX, et traduisez la nouvelle copie. Le texte traduit est dans la révision.',
    rebuilt_from_places:
      'Un PDF n’a pas de paragraphes. Interlinear les a reconstitués d’après la place des lettres. Comparez le résultat avec le PDF, d’abord les tableaux et les colonnes. Si vous pouvez obtenir le document dont le PDF est issu, traduisez plutôt celui-ci.',
    texts_looked_up:
      'Des formules, des listes de valeurs autorisées, des mises en forme ou des filtres nomment des textes qui sont maintenant traduits ou cherchent des textes dans des cellules traduites ({lookups}), et ne les trouvent peut-être plus : {found}. Vérifiez-les et mettez-y aussi les traductions.',
    stray_bytes:
      'Le fichier est en UTF-8, à quelques octets près qui apparaissent comme \ufffd. S’il manque des lettres, enregistrez-le en UTF-8 et renvoyez-le.',
    same_as_source: 'La traduction est identique à la source.',
    too_many_codes:
      'Il y a plus de tabulations, de sauts ou de changements de format qu’on ne peut en traduire ; la source a été gardée.',
    too_much_work:
      'Le texte demande plus de temps ou de mémoire que les textes ordinaires ; la source a été gardée.',
    all_copied:
      'Rien n’a été traduit : le fichier ne contient que des nombres, des adresses, des codes et autres, qui sont copiés tels quels. Vérifiez que c’est le bon.',
    all_finished:
      'Rien n’a été traduit : il ne reste aucun texte à traduire dans le fichier, et ce qui est terminé est conservé. Vérifiez que c’est le bon.',
    no_text:
      'Rien n’a été traduit : aucun texte n’a été trouvé dans le fichier. Vérifiez que c’est le bon et qu’il est complet. Le texte des images n’est pas lu.',
    first_column_copied:
      'Rien n’a été traduit : seule la colonne A est lue, et elle ne contient aucun texte à traduire ; les nombres, codes et autres sont copiés. Si les textes sont dans une autre colonne, choisissez-la et traduisez le fichier à nouveau.',
    text_in_other_columns:
      'Rien n’a été traduit : les colonnes lues ne contiennent aucun texte à traduire. Textes dans d’autres colonnes : {count}. Choisissez les colonnes (toutes ou certaines) et traduisez le fichier à nouveau.',
    text_in_embedded_documents:
      'Rien n’a été traduit : le texte se trouve dans des documents incorporés (altChunk, nombre : {count}), qui ne sont pas lus. Ouvrez-le dans Word, enregistrez-le sous un autre nom et envoyez celui-ci.',
    text_left_out:
      'Rien n’a été traduit : tout le texte se trouve dans des parties du fichier qui ne sont pas lues. Copiez-le dans le corps du document et renvoyez-le.',
    length_short: 'La traduction est inhabituellement courte pour sa source.',
    length_long: 'La traduction est inhabituellement longue pour sa source.',
    said_twice: 'La traduction dit tout deux fois.',
    repeated_phrase: 'La traduction répète sans cesse la même expression.',
    stray_signs: 'La traduction contient des signes étrangers au texte.',
    broken_capitals: 'Les majuscules de la source sont mélangées dans la traduction.',
    no_question_mark: 'La source finit par un point d’interrogation et la traduction n’en a pas.',
    no_colon: 'La source finit par un deux-points et la traduction n’en a pas.',
    no_inverted_question_mark: 'La question ne commence pas par « ¿ ».',
    no_inverted_exclamation_mark: 'L’exclamation ne commence pas par « ¡ ».',
    source_broken:
      'Certains textes du fichier ne sont pas valides dans son format et restent inchangés. Corrigez-les, puis traduisez de nouveau le fichier.',
    too_long_for_place:
      'La traduction est plus longue que sa place dans le fichier, qui garde donc la source. Raccourcissez-la.',
    shared_data:
      'Word affiche ici les mêmes données qu’à un autre endroit du document ; le fichier contient donc le texte de cet endroit. Traduisez-les de la même façon.',
    header_in_use:
      'Des formules ou des filtres nomment ainsi la colonne, ou la traduction est le nom d’une autre colonne ; le fichier garde donc la source.',
    unpaired_bracket: 'Une parenthèse est ouverte et non fermée, ou fermée et non ouverte.',
    damaged_on_disk: 'Un fichier de ce modèle est endommagé sur le disque. Installez le modèle à nouveau.',
    redirected:
      '{host} renvoie le téléchargement vers {to}. Les téléchargements vont à un seul endroit : mettez celui-là comme adresse des modèles dans les réglages.',
  },
  warning: {
    pdf_rebuilt:
      'Un PDF n’a pas de paragraphes. Interlinear les a reconstitués d’après les balises du PDF. Comparez le résultat avec le PDF, d’abord les tableaux et les colonnes. Si vous pouvez obtenir le document dont le PDF est issu, traduisez plutôt celui-ci.',
    text_is_picture:
      'Ces pages sont des images sans lettres et ne sont pas traduites : {pages}. Il faut d’abord en reconnaître le texte.',
    letters_unreadable:
      'Le PDF ne dit pas quels caractères sont certaines lettres (pages {pages}) ; elles apparaissent comme \ufffd. Saisissez-les à la main.',
    text_recognised_before:
      'Les pages sont des images, et leur texte provient d’une reconnaissance antérieure, qui a pu mal lire des lettres : comparez-le avec les pages.',
    order_uncertain:
      'Sur ces pages, des colonnes se croisent, et l’ordre peut être faux : {pages}. Comparez-les avec le PDF.',
    tables_guessed:
      'Certains tableaux n’ont pas de lignes : leurs rangées et colonnes sont devinées. Comparez-les avec le PDF.',
    turned_text:
      'Certains textes vont dans un autre sens que le reste de leur page. Ils se trouvent à la fin, comme paragraphes.',
    drawing_as_picture:
      'Les dessins qui contiennent des lettres, comme les graphiques, sont des images dans la traduction ; leurs lettres ne sont pas traduites.',
    form_values_left_out: 'Ce qui est saisi dans les champs d’un formulaire n’est pas dans la traduction.',
    comments_left_out: 'Les commentaires et les marques des pages ne sont pas dans la traduction.',
    signature_lost: 'Le PDF est signé numériquement, sa traduction ne l’est pas.',
    attachments_left_out: 'Les fichiers joints au PDF ne sont pas dans la traduction. Traduisez-les à part.',
    scripts_left_out: 'Les scripts du PDF ne sont pas dans la traduction. Ils n’ont pas été exécutés.',
    pictures_left_out:
      'Certaines images sont trop grandes ou d’un type inconnu et ne sont pas dans la traduction. Prenez-les dans le PDF.',
    pages_left_out:
      'Ces pages sont endommagées et illisibles : {pages}. Enregistrez de nouveau le PDF dans le programme qui l’a créé et traduisez la nouvelle copie.',
    nothing_translated: 'Rien n’a été traduit.',
    tone_ignored: 'Le moteur ne sait pas utiliser le ton « {tone} » et a traduit sans lui.',
    context_ignored: 'Le moteur ne sait pas utiliser de contexte et a traduit sans lui.',
    remote_engine:
      'Le texte a été envoyé à {engine}, car aucun moteur de cette machine placé avant n’était prêt.',
    glossary_duplicate_term:
      'Le glossaire a des traductions différentes du même terme ; la dernière a servi : {terms}.',
    glossary_term_missing:
      'Un terme du glossaire manque dans la traduction de {count} segment. Vérifiez-le. | Un terme du glossaire manque dans la traduction de {count} segments. Vérifiez-les.',
    codes_repaired:
      'Le moteur a déplacé des formats ou des marques dans {count} segment ; ils ont été remis à leur place. | Le moteur a déplacé des formats ou des marques dans {count} segments ; ils ont été remis à leur place.',
    codes_fallback:
      'Le moteur a perdu des formats ou des marques dans {count} segment. Les marques et les liens ont été remis d’après leur position ; le gras et les autres formats ont été omis. Vérifiez-le. | Le moteur a perdu des formats ou des marques dans {count} segments. Les marques et les liens ont été remis d’après leur position ; le gras et les autres formats ont été omis. Vérifiez-les.',
    layout_unavailable:
      'La mise en page de ce document n’a pas pu être reconstruite. Sa traduction existe en document simple.',
    chart_data_untranslated:
      'Certains textes de graphiques sont traduits là où ils s’affichent, mais pas dans les données correspondantes : celles-ci sont dans un autre fichier, illisibles, calculées ou différentes. « Modifier les données » peut ramener le texte source.',
    diagram_drawing_stale:
      'Certains textes de SmartArt s’affichent autrement que dans leurs données ; là, ils restent tels quels. Cliquez dans le SmartArt dans Office, qui le redessine.',
    text_may_overflow:
      'Certaines zones n’ont peut-être plus assez de place pour leur texte, qui a grandi de plus de 30 %. Relisez ces diapositives : {places}.',
    animation_widened:
      'Certaines animations portaient sur quelques mots ou lettres d’un texte et portent maintenant sur ses paragraphes entiers. Choisissez à nouveau les mots dans le volet Animation si cela compte.',
    not_a_translation:
      'Presque aucun texte d’un fichier ne correspond à l’autre ; rien n’a donc été accepté. Vérifiez que ce sont les bons fichiers et les bonnes langues.',
    languages_swapped:
      'Le fichier source et le fichier cible étaient chacun dans la langue de l’autre ; ils ont été échangés ({from} → {to}).',
    language_differs:
      'Un fichier ne semble pas être dans la langue indiquée ({found} au lieu de {expected}). Vérifiez les paires ou alignez-le avec sa propre langue.',
    part_missing:
      'Le fichier énumère des diapositives ou des feuilles qu’il ne contient pas ; elles manquent donc aussi dans la traduction. Cherchez une copie complète du fichier.',
    embedded_font:
      'Le fichier incorpore une police à laquelle manquent peut-être des lettres de la langue cible : {fonts}. Choisissez-en une autre pour le texte s’il s’affiche mal.',
    signature_invalidated:
      'Le fichier est signé numériquement et la signature ne vaudra pas pour la traduction. Signez à nouveau le fichier traduit s’il le faut.',
    left_untranslated:
      'Les mots des numérotations automatiques, des champs, des listes déroulantes ou des fichiers insérés restent tels quels : {found}. Traduisez-les dans Word.',
    bound_control_untranslated:
      'Certains contrôles de contenu montrent des données que Word prend ailleurs. Comme elles n’ont pas été trouvées, ils sont restés tels quels.',
    shared_data_differs:
      'Word affiche les mêmes données à plusieurs endroits, mais leurs traductions diffèrent ; le fichier contient l’une d’elles au lieu de ces segments : {segments}. Traduisez-les de la même façon.',
    table_header_untranslated:
      'Certains en-têtes de tableaux ou de tableaux croisés gardent leur texte, car des formules ou des filtres nomment ainsi la colonne, ou la traduction est le nom d’une autre colonne : {segments}. Renommez-les dans le tableur, qui change aussi les formules.',
    cell_too_long:
      'Certaines traductions dépassent ce que contient une cellule (32 767 caractères) ou l’en-tête d’une page (255) ; le fichier garde la source de ces segments : {segments}. Raccourcissez-les ou répartissez-les sur plusieurs cellules.',
    formula_quotes_text:
      'Des formules, des listes de valeurs autorisées, des mises en forme ou des filtres cherchent des textes qui sont maintenant traduits et ne les trouvent donc plus : {found}. Mettez-y aussi les traductions.',
    too_many_codes:
      '{count} segment contient plus de changements de format, de tabulations ou de sauts qu’on ne peut en traduire ; la source a été gardée. | {count} segments contiennent plus de changements de format, de tabulations ou de sauts qu’on ne peut en traduire ; la source a été gardée.',
    formula_escaped:
      'Certaines traductions commencent par un caractère que les tableurs lisent comme une formule. Une apostrophe a été mise devant pour qu’elles restent du texte.',
    encoding_guessed:
      'Le fichier ne dit pas comment ses lettres sont codées ; il a été lu comme {encoding}, le plus probable. Si des lettres semblent fausses, enregistrez-le en UTF-8 et renvoyez-le.',
    encoding_changed:
      'La traduction a des lettres que le codage du fichier ({encoding}) n’a pas ; le résultat est donc en UTF-8.',
    broken_quotes:
      'Un guillemet de la ligne {line} n’est pas fermé, ou du texte suit celui qui ferme. Il a été lu comme un caractère ordinaire ; si le tableau paraît faux, corrigez cette ligne et renvoyez le fichier.',
    untranslated:
      'Le moteur n’a pas pu traduire {count} segment ; la source a été gardée. | Le moteur n’a pas pu traduire {count} segments ; la source a été gardée.',
    plural_keys_missing:
      'Certains textes ont une clé par forme du pluriel, et la langue cible a plus de formes que le fichier. Ajoutez ces clés, ou traduisez le fichier avec l’option json.plurals.',
    formula_results_stale:
      'Des formules renvoient à des cellules désormais traduites et affichent encore leur ancien résultat ({count}). Ouvrez le fichier dans LibreOffice et recalculez-le (Ctrl+Maj+F9).',
    index_stale:
      'Les entrées des index alphabétiques et des bibliographies restent telles quelles, car leur ordre dépend des mots ({count}). Actualisez les index dans LibreOffice.',
    cue_too_long:
      'Certaines traductions dépassent deux lignes de 42 caractères ou ne peuvent pas être lues à temps (plus de 21 caractères par seconde) ; la première est à {time}. Raccourcissez-les ou laissez-les plus longtemps à l’écran.',
    other_language_kept:
      'D’après le fichier, il est traduit en « {language} ». Ce qui y est terminé reste tel quel. Prenez le fichier de la langue cible ou le modèle (.pot).',
    tracked_changes_accepted:
      'Certaines traductions modifiées avaient des modifications suivies du fichier, qui ont été acceptées. Prévenez ceux qui travaillent avec elles.',
    memory_unreadable:
      'La mémoire de traduction « {name} » du paquet ne peut pas être lue. Demandez un fichier TMX et importez-le.',
    unit_too_long:
      'Certaines traductions sont plus longues que ce que le fichier permet pour leurs textes. Raccourcissez-les.',
    fixed_layout:
      'Les pages de ce livre sont composées pour les mots qu’elles contiennent ; des traductions plus longues peuvent couvrir des images ou être coupées. Parcourez ses pages.',
    narration_kept: 'La voix enregistrée de ce livre reste dans sa langue.',
    rendition_kept: 'Le fichier contient plusieurs versions du livre. Seule la première a été traduite.',
    anchors_changed:
      'Des liens du fichier mènent à des titres dont les ancres sont tirées de leur texte, qui est maintenant traduit. Réglez l’option « anchors » sur « ids », ou corrigez ces liens à la main.',
    embedded_page_kept:
      'Les pages intégrées dans des pages intégrées (attribut « srcdoc ») restent telles quelles. Traduisez-les dans des fichiers à part.',
    structured_data_kept:
      'La page contient des données pour les moteurs de recherche (JSON-LD), laissées telles quelles. Traduisez leurs textes à la main.',
    target_kept:
      'Certaines cellules prévues pour des traductions contenaient déjà du texte. Il a été conservé, et les textes sources correspondants n’ont pas été traduits.',
    unit_untranslated:
      'Certaines traductions auraient endommagé la structure du fichier, qui garde la source de ces segments : {segments}. Modifiez ces traductions.',
  },
  flag: {
    number_mismatch: 'Absent de la traduction : {found}.',
    placeholder_mismatch: 'Dans la source seule, ou dans la traduction seule : {found}.',
    glossary_missed: 'Un terme du glossaire manque dans la traduction : {terms}.',
    forbidden_term: 'Le glossaire interdit « {found} » pour « {term} ».',
    codes_repaired: 'Le moteur a déplacé des formats ou des marques ; ils ont été remis à leur place.',
    codes_lost:
      'Le moteur a perdu des formats ou des marques. Les marques et les liens ont été remis d’après leur position ; le gras et les autres formats ont été omis.',
    length_unusual: 'La longueur de la traduction est inhabituelle pour sa source.',
    untranslated: 'Le moteur n’a pas pu le traduire ; la source a été gardée.',
    repeated_word: '« {word} » apparaît deux fois de suite.',
    suspicious: 'La traduction ressemble à une erreur du moteur.',
    punctuation_mismatch: 'La ponctuation de la traduction n’est pas celle de la source.',
    negation_missing: 'La traduction nie moins que la source.',
    source_word_left: 'Encore dans la langue source : {found}.',
    name_missing: 'Vos autres traductions le gardent, il manque à celle-ci : {found}.',
    unlike_before: 'La traduction ne ressemble pas à vos autres textes.',
    fuzzy_match: 'La traduction est celle d’un texte semblable de la mémoire. Comparez les deux.',
    empty: 'La traduction est vide.',
    kept_source: 'La traduction aurait endommagé la structure du fichier, qui garde la source. Modifiez-la.',
    edited: 'La traduction a été modifiée par une personne.',
  },
  job: {
    engine_failed:
      'Le moteur n’a pas pu traduire cette tâche. Il indique : « {said} » Vérifiez-le sous « Moteurs » et relancez la tâche.',
    engine_unavailable:
      'Aucun moteur n’est prêt à traduire {from} → {to}. « Moteurs » montre ce qui manque à chacun.',
    layout_unavailable:
      'Le fichier traduit n’a pas pu être construit, ni avec sa mise en page ni en document simple. Le journal dit pourquoi ; le texte traduit est dans la révision.',
    source_damaged:
      'Le fichier envoyé pour cette tâche manque ou est endommagé. Envoyez le document à nouveau.',
    storage_full:
      'Il n’y a plus de place sur le disque du dossier de données. Faites de la place et relancez la tâche.',
    damaged_job: 'Un fichier de cette tâche manque ou est endommagé. Envoyez le document à nouveau.',
    internal_error:
      'La tâche n’a pas pu continuer à cause d’une erreur du service. Le journal en dit plus ; relancez la tâche.',
  },
  model: {
    hash_mismatch:
      'Le modèle n’est pas le fichier que nomme la liste et a été retiré. Réessayez ; si cela se reproduit, l’adresse des modèles est fausse.',
    not_found: '{host} n’a pas ce modèle. Vérifiez l’adresse des modèles dans les réglages.',
    network:
      '{host} n’a pas envoyé le modèle en entier. Vérifiez le réseau et réessayez, ou apportez les fichiers et importez-les.',
    no_space:
      'Il n’y a plus de place sur le disque du dossier de données. Faites de la place et installez le modèle à nouveau ; ce qui est téléchargé reste.',
    unusable: 'Ce modèle ne fonctionne pas ici. Installez-le à nouveau ou choisissez-en un autre.',
    internal_error: 'Le modèle n’a pas pu être installé. Le journal dit pourquoi.',
  },
  start: {
    folder_in_use:
      'Le dossier de données {folder} est utilisé : le service dont le numéro de processus est {pid} tourne déjà. Utilisez-le, arrêtez-le ou choisissez un autre dossier avec --data-dir.',
    folder_denied:
      'Vous n’avez pas le droit d’écrire dans le dossier de données : {what}. Donnez-vous les droits de lecture et d’écriture sur le dossier et son contenu, ou choisissez-en un autre avec --data-dir.',
    folder_read_only:
      '{what} se trouve sur un disque en lecture seule. Autorisez l’écriture ou choisissez un autre dossier avec --data-dir.',
    folder_is_file:
      '{what} est un fichier, ou le chemin passe par un fichier. Déplacez ce fichier ou choisissez un autre dossier avec --data-dir.',
    file_is_folder:
      '{what} devrait être un fichier et c’est un dossier. Sortez-le du dossier de données et redémarrez.',
    folder_missing:
      '{what} ne peut pas être créé à cet endroit. Vérifiez que le disque est connecté ou choisissez un autre dossier avec --data-dir.',
    too_many_open:
      'Trop de fichiers sont ouverts sur cette machine. Fermez d’autres programmes ou relevez la limite (ulimit -n), puis redémarrez.',
    folder_fails:
      'Le dossier de données {folder} est inutilisable. Le système indique : {what}. Vérifiez le disque ; s’il est défaillant, copiez le dossier ailleurs et démarrez avec --data-dir.',
    folder_of_other_user:
      'Le dossier de données {folder} appartient à quelqu’un d’autre. Démarrez sous ce compte, appropriez-vous le dossier (chown) ou choisissez-en un autre avec --data-dir.',
    folder_open_to_others:
      'D’autres utilisateurs peuvent écrire dans le dossier de données {folder}. Retirez-leur ce droit : chmod go-w "{folder}"',
    folder_of_later_version:
      'Le dossier de données {folder} vient d’une version plus récente d’Interlinear. Démarrez cette version ou choisissez un autre dossier avec --data-dir.',
    folder_not_ours:
      'Le dossier de données {folder} contient des choses qui ne sont pas d’Interlinear, par exemple {what}. Choisissez avec --data-dir un dossier vide ou qui n’existe pas encore.',
    address_unknown: 'Cette machine n’a pas l’adresse {host}. Indiquez avec --host une adresse qu’elle a.',
    ports_in_use: 'Le port {ports} de {host} est occupé. Choisissez-en un autre avec --port.',
    port_denied:
      'Vous n’avez pas le droit d’utiliser le port {ports} de {host}. Choisissez avec --port un port supérieur à 1023.',
    address_fails: 'Le service ne peut pas écouter à l’adresse {host}. Le système indique : {said}',
  },
  field: {
    file: 'Fichier',
    from: 'De',
    to: 'Vers',
    context: 'Contexte',
    tone: 'Ton',
    glossary: 'Glossaire',
    name: 'Nom',
    term: 'Terme',
    translation: 'Traduction',
    q: 'Recherche',
    url: 'Adresse',
    model: 'Modèle',
    key: 'Clé',
    port: 'Port',
    models_url: 'Adresse des modèles',
    downloads_folder: 'Dossier des fichiers traduits',
  },
  more: 'Il y a encore à corriger : {fields}.',
};
/** Files of other kinds. */
function notTranslatable(what: string): string {
  return `Le fichier est ${what} et ne peut pas être traduit ici. Enregistrez son texte en {formats} et traduisez ce fichier.`;
}

export default texts;
